/* Shared by the scripts below. They make working pages quicker under the thumb; nothing in them is needed to play, and every rule
   lives on the server. */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const kept = (name) => { try { return JSON.parse(window.sessionStorage.getItem(name)); } catch { return null; } };
const keep = (name, value) => { try { window.sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window forgets */ } };
const pattern = (selector) => $(selector, $("#patterns").content)?.textContent ?? "";
const sentence = (name, figures = {}) => pattern(`[data-say="${name}"]`).replace(/\{(\w+)\}/g, (_, word) => figures[word]);
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
