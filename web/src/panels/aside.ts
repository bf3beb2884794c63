// SPDX-License-Identifier: Apache-2.0
// What lies over the board and speaks of something on it lies where it hides least of that.

// How many of these boxes a sheet of this height would hide at the head of the board, and at its
// foot.
export function hiddenBy(height: number, boxes: DOMRect[]): { above: number; below: number } {
  const board = document.querySelector(".board-holder")?.getBoundingClientRect(),
    room = height + 24;
  if (!board) return { above: 0, below: 0 };
  return {
    above: boxes.filter((box) => box.top < board.top + room).length,
    below: boxes.filter((box) => box.bottom > board.bottom - room).length,
  };
}
export const heightOf = (selector: string, unknown: number): number =>
  document.querySelector(selector)?.getBoundingClientRect().height ?? unknown;
