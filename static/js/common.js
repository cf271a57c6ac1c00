/* Shared by the scripts below. They make working pages quicker under the thumb; nothing in them is needed to play, and every rule
   lives on the server. */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const kept = (name) => { try { return JSON.parse(window.sessionStorage.getItem(name)); } catch { return null; } };
const keep = (name, value) => { try { window.sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window forgets */ } };
const isTable = () => $("#page").classList.contains("table");
let byKeyboard = false;
document.addEventListener("keydown", () => { byKeyboard = true; }, true);
document.addEventListener("pointerdown", () => { byKeyboard = false; }, true);
