// SPDX-License-Identifier: Apache-2.0
// Questions that the server answers only so many at a time, of one match: the others wait here for
// their turn. Another tab may be asking too, so one that is turned away is asked again, a little
// later each time.
import { HttpError } from "./http";

const WAITS = [150, 300, 600, 1200, 2400]; // ms

export class Queue {
  private open = 0;
  private readonly waiting: (() => void)[] = [];
  constructor(private readonly most: number) {}

  async next<T>(ask: () => Promise<T>): Promise<T> {
    if (this.open >= this.most) await new Promise<void>((turn) => this.waiting.push(turn));
    else this.open++;
    try {
      return await patient(ask);
    } finally {
      const turn = this.waiting.shift(); // its place goes on to the next
      if (turn) turn();
      else this.open--;
    }
  }
}

async function patient<T>(ask: () => Promise<T>): Promise<T> {
  for (const wait of WAITS)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 429) throw error;
      await new Promise((wake) => setTimeout(wake, wait));
    }
  return ask();
}
