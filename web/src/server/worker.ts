// SPDX-License-Identifier: Apache-2.0
// The shared worker: a hub whose tabs speak through ports.
import { alive } from "./gone";
import { type Here, Hub, type Name, type Tab, type Wish } from "./hub";

const hub = new Hub();
const name = `gg-hub-${Math.random().toString(36).slice(2)}`;
const held = new Promise<void>((done) => alive(name, done));
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tab: Tab = { tell: (word) => port.postMessage(word) };
  port.postMessage({ kind: "here" } satisfies Here);
  void held.then(() => port.postMessage({ kind: "name", name } satisfies Name));
  port.onmessage = ({ data }: MessageEvent<Wish>) => hub.hear(tab, data);
});
