/* What the pages besides the table need: forms that wait for their answer, folds that come into sight, buttons that only scripts can serve. */
(() => {
  /** Such a page takes one entry at a time, also when it is opened again, or gone back to, meanwhile. */
  window.addEventListener("pageshow", () => {
    if (keepsScore()) return;
    const waits = outbox.entries().some(({ from }) => from === location.pathname);
    for (const form of all("#page form[method=post]")) form.inert = waits && form.elements.key !== undefined;
  });

  /** Some browsers take a page up again as it was left, whatever they are told of keeping it. Where nothing asks for news, it is loaded
      anew, unless there is no line: an old page is better than none. */
  window.addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted || $("#page").hasAttribute("hx-get")) return;
    try { if (ours(await fetch(location.href, { method: "HEAD" }))) location.reload(); } catch { /* no line */ }
  });

  document.addEventListener("toggle", (event) => {
    const opens = event.oldState === "closed" && event.newState === "open"; // not when news opens again what was open
    if (!opens || !event.target.matches(".fold, .act")) return;
    guard.note();
    ($(".pop", event.target) ?? event.target).scrollIntoView({ block: "nearest" });
    guard.look();
  }, true);

  document.addEventListener("page:shown", () => { for (const button of all("[data-print], [data-share]")) button.hidden = false; });
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-print]")) window.print(); });
})();
