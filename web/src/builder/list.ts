// SPDX-License-Identifier: Apache-2.0
// A list as its file spells it, and as somebody builds it. Which words there are stands in the
// game's catalogue; a line that it does not explain is kept as it is.
import type { Catalogue } from "../schema";

export interface Entry {
  item: string;
  count: number;
  extras: Record<number, number>; // number of the extra: number of its choice
}
export interface Group {
  part: number;
  entries: Entry[];
}
export interface Draft {
  heads: Record<string, string>;
  groups: Group[];
  rest: string[];
}
// Where a line of the written text comes from, for what is said of it.
export interface Origin {
  group: number;
  entry: number; // -1: the line that begins the group
}

const partOf = (form: Catalogue, group: Group) => form.parts[group.part];

export function blank(form: Catalogue): Draft {
  const heads: Record<string, string> = {};
  for (const head of form.heads) heads[head.token] = head.choices?.[0]?.token ?? "mine";
  return { heads, groups: form.parts.map((_, part) => ({ part, entries: [] })), rest: [] };
}

// ------------------------------------------------------------------------------------- reading
// The choices whose words stand in a line, and the line without them.
function takeExtras(form: Catalogue, words: string[]): [Record<number, number>, string[]] {
  const found: Record<number, number> = {};
  let left = ` ${words.join(" ")} `;
  form.extras.forEach((extra, n) => {
    const at = extra.choices.findIndex((choice) => left.includes(` ${choice.token} `));
    const choice = extra.choices[at];
    if (!choice || n in found) return;
    left = left.replace(` ${choice.token} `, " ");
    found[n] = at;
  });
  return [found, left.split(" ").filter(Boolean)];
}

// One place for each copy of a line that names several: a line each.
function single(form: Catalogue, item: string, count: number, words: string[]): Entry[] {
  const places = words.map((word) => takeExtras(form, [word])[0]);
  return Array.from({ length: count }, (_, i) => ({ item, count: 1, extras: places[i] ?? {} }));
}

function readEntry(form: Catalogue, words: string[]): { part: number; entries: Entry[] } | null {
  for (const [part, { prefix, count }] of form.parts.entries()) {
    const rest = words.slice();
    if (prefix && rest.shift() !== prefix) continue;
    const number = count === "plain" ? 1 : Number(rest.shift());
    if (!Number.isInteger(number) || number < 1 || number > 99) continue;
    const named = rest.findIndex((word) => form.items.some((item) => item.token === word)),
      item = rest[named];
    if (!item) continue;
    const others = rest.filter((_, i) => i !== named);
    if (count === "single") return { part, entries: single(form, item, number, others) };
    const [extras, left] = takeExtras(form, others);
    if (left.length) continue;
    return { part, entries: [{ item, count: number, extras }] };
  }
  return null;
}

// What an item may not be given is not taken for it: two extras may share a word.
function owned(form: Catalogue, entry: Entry): Entry {
  const may = form.items.find((item) => item.token === entry.item)?.extras ?? [],
    extras: Record<number, number> = {};
  for (const [n, at] of Object.entries(entry.extras)) {
    const word = form.extras[Number(n)]?.choices[at]?.token;
    for (const own of may) {
      const same = form.extras[own]?.choices.findIndex((choice) => choice.token === word) ?? -1;
      if (same >= 0) extras[own] = same;
    }
  }
  return { ...entry, extras };
}

export function read(form: Catalogue, text: string): Draft {
  const draft: Draft = { heads: blank(form).heads, groups: [], rest: [] };
  let open: Group | null = null;
  const groupOf = (part: number): Group => {
    if (open && open.part === part) return open;
    const found = draft.groups.find((group) => group.part === part);
    if (found) return found;
    const made: Group = { part, entries: [] };
    draft.groups.push(made);
    return made;
  };
  for (const line of text.split("\n")) {
    const words = line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);
    if (!words.length) continue;
    const head = form.heads.find(({ token }) => token === words[0]),
      begins = form.parts.findIndex(({ opening }) => opening === words.join(" "));
    if (head) draft.heads[head.token] = words.slice(1).join(" ");
    else if (begins >= 0) draft.groups.push((open = { part: begins, entries: [] }));
    else {
      const found = readEntry(form, words);
      if (found)
        groupOf(found.part).entries.push(...found.entries.map((entry) => owned(form, entry)));
      else draft.rest.push(words.join(" "));
    }
  }
  form.parts.forEach((_, part) => groupOf(part));
  draft.groups.sort((a, b) => a.part - b.part);
  return draft;
}

// ------------------------------------------------------------------------------------- writing
function lineOf(form: Catalogue, group: Group, entry: Entry): string {
  const part = partOf(form, group),
    words = { before: [] as string[], behind: [] as string[] };
  for (const [n, extra] of form.extras.entries()) {
    const token = extra.choices[entry.extras[n] ?? -1]?.token;
    if (token) words[extra.before ? "before" : "behind"].push(token);
  }
  const number = part?.count === "plain" ? [] : [String(entry.count)];
  return [
    ...words.before,
    ...(part?.prefix ? [part.prefix] : []),
    ...number,
    entry.item,
    ...words.behind,
  ].join(" ");
}

// The file, and for each of its lines (from 0 on) where it comes from.
export function write(form: Catalogue, draft: Draft): { text: string; origin: (Origin | null)[] } {
  const lines: string[] = [],
    origin: (Origin | null)[] = [];
  const put = (line: string, from: Origin | null) => {
    lines.push(line);
    origin.push(from);
  };
  for (const { token } of form.heads) put(`${token} ${draft.heads[token] ?? ""}`.trim(), null);
  for (const line of draft.rest) put(line, null);
  draft.groups.forEach((group, g) => {
    const opening = partOf(form, group)?.opening;
    if (opening) put(opening, { group: g, entry: -1 });
    group.entries.forEach((entry, e) => put(lineOf(form, group, entry), { group: g, entry: e }));
  });
  return { text: `${lines.join("\n")}\n`, origin };
}

// ------------------------------------------------------------------------------------- building
const counted = (form: Catalogue, group: Group) => partOf(form, group)?.count === "counted";

export function add(form: Catalogue, draft: Draft, at: number, item: string, extra = {}): Draft {
  const groups = draft.groups.map((group, g) => {
    if (g !== at) return group;
    const stands = group.entries.findIndex((entry) => entry.item === item);
    if (!counted(form, group) || stands < 0)
      return { ...group, entries: [...group.entries, { item, count: 1, extras: extra }] };
    const entries = group.entries.map((entry, e) =>
      e === stands ? { ...entry, count: entry.count + 1 } : entry,
    );
    return { ...group, entries };
  });
  return { ...draft, groups };
}

export function change(draft: Draft, at: Origin, to: (entry: Entry) => Entry | null): Draft {
  const groups = draft.groups.map((group, g) => {
    if (g !== at.group) return group;
    const entries = group.entries.flatMap((entry, e) =>
      e === at.entry ? (to(entry) ?? []) : entry,
    );
    return { ...group, entries };
  });
  return { ...draft, groups };
}

export const copies = (draft: Draft, group: number, item: string): number =>
  draft.groups[group]?.entries
    .filter((entry) => entry.item === item)
    .reduce((sum, entry) => sum + entry.count, 0) ?? 0;
