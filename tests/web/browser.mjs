// SPDX-License-Identifier: Apache-2.0
// Debian's Chromium, driven by playwright-core: its headless shell, which draws pages and nothing
// around them (a whole browser draws a toolbar for every window: half as much work again), or the
// browser where there is no shell.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none", // letters as wide as a browser with a screen has them
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const found = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
export const openBrowser = (...more) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? found,
    args: [...flags, ...more],
  });
