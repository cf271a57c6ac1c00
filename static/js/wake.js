/* The screen stays on while a hand is played on this phone, or shown on a board, where the browser allows it; it gives up when the
   phone sleeps and is asked again when it wakes. Where that cannot be, the menu says so in one sentence. */
const wake = (() => {
  let lock = null, asking = false;

  const wanted = () => $("#page").matches(".table:not(.finished), .board:not(.finished)") && !document.hidden;
  const show = async () => {
    for (const line of all("[data-no-wake-lock]")) line.hidden = "wakeLock" in navigator;
    if (!("wakeLock" in navigator) || asking) return;
    if (!wanted()) { void lock?.release(); lock = null; return; }
    if (lock && !lock.released) return;
    asking = true;
    try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; /* a low battery: the phone decides */ }
    asking = false;
    if (!wanted()) void show();
  };
  document.addEventListener("visibilitychange", () => void show());
  document.addEventListener("pointerdown", () => void show()); // some browsers want a tap first
  return { show };
})();
