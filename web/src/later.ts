// SPDX-License-Identifier: Apache-2.0
// What is not needed at first is fetched when it is: parts of the page in a script of their own.
import { signal } from "@preact/signals";
import { type Attributes, type FunctionComponent, type VNode, h } from "preact";

declare const LATER_STYLE: string; // the address of their style sheet, set by build.mjs

type Parts = typeof import("./parts");

let styled: Promise<void> | null = null;
const style = (): Promise<void> =>
  (styled ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = LATER_STYLE;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  }));

// Draws nothing until it has come. What could not be fetched is asked for again at the next time.
export function later<P>(pick: (parts: Parts) => FunctionComponent<P>): (props: P) => VNode | null {
  const found = signal<FunctionComponent<P> | null>(null);
  let asked = false;
  return (props: P) => {
    const part = found.value;
    if (!asked) {
      asked = true;
      Promise.all([import("./parts"), style()]).then(
        ([parts]) => (found.value = pick(parts)),
        () => (asked = false),
      );
    }
    return part && (h(part, props as P & Attributes) as unknown as VNode);
  };
}
