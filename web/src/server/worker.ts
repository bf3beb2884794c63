// SPDX-License-Identifier: Apache-2.0
// The shared worker: a hub whose tabs speak through ports.
import { Hub, type Tab, type Wish } from "./hub";

const hub = new Hub();
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tab: Tab = { tell: (word) => port.postMessage(word) };
  port.onmessage = ({ data }: MessageEvent<Wish>) => hub.hear(tab, data);
});
