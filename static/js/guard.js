/* A control that appears within 44 px of the last tap ignores taps for 400 ms, and each ignored tap starts the time anew: the
   second tap of a double tap was meant for what stood there before. Nothing else ever ignores a tap. */
const guard = (() => {
  const NEAR = 44, PAUSE = 400, LAST = "last tap";
  const CONTROLS = "button, a[href], input, select, summary";
  const sleeping = new WeakMap(); // control -> when it takes taps again
  let tap = null;                 // where the last tap was
  let near = new Set();           // the controls that have been near it since
  let pending = false;            // a look is still to come

  const identity = (control) => {
    const name = control.id || control.getAttribute("aria-label") || `${control.name}${control.value}` || control.textContent.trim();
    return `${name} ${control.dataset.about ?? ""}`;
  };
  const distance = (control) => {
    const box = control.getBoundingClientRect();
    return Math.hypot(Math.max(box.left - tap.x, 0, tap.x - box.right), Math.max(box.top - tap.y, 0, tap.y - box.bottom));
  };
  const around = () => (tap ? all(CONTROLS).filter((control) => control.getClientRects().length && distance(control) < NEAR) : []);

  /** Called before every change of the page: what stands there already, or came by scrolling, is not brought by the change. */
  const note = () => {
    if (pending) look(); // what the tap itself has brought up is not there already
    for (const control of around()) near.add(identity(control));
  };

  /** Called after every change of the page. */
  const look = () => {
    pending = false;
    for (const control of around()) {
      if (near.has(identity(control))) continue;
      near.add(identity(control));
      sleeping.set(control, performance.now() + PAUSE);
    }
  };

  document.addEventListener("click", (event) => {
    if (!event.detail) return; // a key or an assistive program: aimed, not missed
    const control = event.target.closest("label.key") ? $("input", event.target.closest("label.key")) : event.target.closest(CONTROLS);
    tap = { x: event.clientX, y: event.clientY, at: Date.now() };
    near = new Set(around().map(identity));
    pending = true;
    requestAnimationFrame(look); // what the tap brings up in the page itself
    if (!control || performance.now() >= (sleeping.get(control) ?? 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    sleeping.set(control, performance.now() + PAUSE);
  }, true);

  // A tap may open another page, and its second half may land there.
  window.addEventListener("pagehide", () => { if (tap) keep(LAST, tap); });
  const arrive = () => {
    const last = kept(LAST);
    keep(LAST, null); // where it was tells what was tapped
    if (!last || Date.now() - last.at > 15000) return;
    tap = last;
    near = new Set();
    look();
  };
  return { note, look, arrive };
})();
