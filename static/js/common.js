/* Shared by the scripts below. They make working pages quicker under the thumb; nothing in them is needed to play, and every rule
   lives on the server. */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const kept = (name) => { try { return JSON.parse(window.sessionStorage.getItem(name)); } catch { return null; } };
const keep = (name, value) => { try { window.sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window forgets */ } };
/** What this phone keeps until it is taken away: a place for each thing, so that two tabs do not write over each other. Where the browser
    keeps nothing, or has no room left, it lasts as long as the page. */
const shelf = (name) => {
  const memory = new Map();
  const read = (place) => { try { return JSON.parse(window.localStorage.getItem(place)); } catch { return null; } };
  const stored = () => { try { return Object.keys(window.localStorage).filter((place) => place.startsWith(`${name} `)).map(read); } catch { return []; } };
  const things = () => [...stored(), ...memory.values()].filter((thing) => thing?.key).map((thing) => [thing.key, thing]);
  return {
    all: () => [...new Map(things()).values()],
    put: (thing) => { try { window.localStorage.setItem(`${name} ${thing.key}`, JSON.stringify(thing)); } catch { memory.set(thing.key, thing); } },
    remove: (key) => { memory.delete(key); try { window.localStorage.removeItem(`${name} ${key}`); } catch { /* it was never there */ } },
  };
};
const sentence = (name, figures = {}, root = $("#patterns").content) => $(`[data-say="${name}"]`, root).textContent.replace(/\{(\w+)\}/g, (_, word) => figures[word]);
/** By how many tricks what is entered is off, below or above: every language has forms of its own for one, two, many. */
const offBy = (off, root = $("#patterns").content) => {
  const kind = off < 0 ? "few" : "many", number = Math.abs(off), which = $(`[data-forms="${kind}"]`, root).textContent;
  return sentence(`${kind}-${which[Math.min(number, which.length) - 1]}`, { number }, root);
};
/** Points as they are typed; NaN for what is no number. */
const typedPoints = (text) => Number(text.trim().replace("\u2212", "-"));
const isTable = () => $("#page").classList.contains("table");
const keepsScore = () => isTable() && $("#patterns") !== null;
const ours = (answer) => answer.headers.has("X-Scorekeeper"); // a hotel's network may answer in the server's place
const focusOnNext = () => { // where the keyboard goes on, when the control it was on is gone
  if (byKeyboard && (document.activeElement === document.body || !document.activeElement)) {
    $(".due .key:not([disabled]), .keys[data-seat] input, #page [id^=undo-]")?.focus();
  }
};
let byKeyboard = false;
document.addEventListener("keydown", () => { byKeyboard = true; }, true);
document.addEventListener("pointerdown", () => { byKeyboard = false; }, true);
