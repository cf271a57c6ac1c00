/* Days and times by the clock of whoever reads: the server may stand in another zone, where it is another day. */
(() => {
  const PARTS = {
    day: { day: "numeric", month: "long", year: "numeric" },
    "day-and-clock": { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    clock: { hour: "2-digit", minute: "2-digit" },
    "clock-of-another-day": { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  };
  const written = (kind, moment) => {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { ...PARTS[kind], hourCycle: "h23" });
    const found = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return [found.day, found.month, found.year, found.hour && `${found.hour}:${found.minute}`].filter(Boolean).join(" ");
  };
  document.addEventListener("page:shown", () => {
    for (const time of all("time[data-told]")) {
      const moment = new Date(time.dateTime), today = moment.toDateString() === new Date().toDateString();
      if (!Number.isNaN(moment.valueOf())) time.textContent = written(time.dataset.told === "clock" && !today ? "clock-of-another-day" : time.dataset.told, moment);
    }
  });
})();
