/* The score sheet to be sent on: the server's text, or its picture drawn as PNG, goes to the phone's share dialog. Where there is none
   (it needs an encrypted line) the picture is saved as a file, and the text is copied or saved. */
(() => {
  const tell = (what) => { const line = $(".shared"); if (line) line.textContent = line.dataset[what] ?? ""; };

  const png = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"); });
  };
  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    tell("shared");
  };
  /** True where the dialog was open, whatever was chosen in it. */
  const shared = async (what) => {
    if (!navigator.share || (what.files && !navigator.canShare?.(what))) return false;
    try { await navigator.share(what); } catch (error) { return error.name === "AbortError"; }
    return true;
  };
  const sendPicture = async (address, name) => {
    const blob = await png(address);
    if (!await shared({ files: [new File([blob], name, { type: "image/png" })] })) save(blob, name);
  };
  const sendText = async (address, name) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(String(response.status));
    const text = await response.text();
    if (await shared({ text })) return;
    try { await navigator.clipboard.writeText(text); tell("copied"); } catch { save(new Blob([text], { type: "text/plain" }), name); }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    if (!button) return;
    tell("");
    const { share, name } = button.dataset;
    (name.endsWith(".png") ? sendPicture(share, name) : sendText(share, name)).catch(() => tell("failed"));
  });
})();
