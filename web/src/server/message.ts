// SPDX-License-Identifier: Apache-2.0
// What a reader is told of a match: a whole state, or what has changed since the message `from` of
// the same viewer. Messages of a match are counted for each reader.
import type { Change, State } from "../types";
import type { Compact } from "./compact";

type Numbers = { match: string; no: number; from: number };
export type Message = (State & Numbers) | (Change & Numbers) | Compact;
export const isWhole = (message: Message): message is State & Numbers => message.from === 0;
export const isCompact = (message: Message): message is Compact => !("viewer" in message);
