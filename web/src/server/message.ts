// SPDX-License-Identifier: Apache-2.0
// What a reader is told of a match: a whole state, or what has changed since the message `from` of
// the same viewer. Messages of a match are counted for each reader.
import type { Change, State } from "../types";

export type Message = (State | Change) & { match: string; no: number; from: number };
export const isWhole = (message: Message): message is Message & State => message.from === 0;
