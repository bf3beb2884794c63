// SPDX-License-Identifier: Apache-2.0
// What is under way while a list is built: the list, what the game says of it, what is looked for.
import { computed, effect, signal } from "@preact/signals";
import { house } from "../house";
import type { Catalogue, Judgement } from "../schema";
import { troubleOf } from "../table";
import { both } from "../text";
import { add, blank, change, copies, read, write } from "./list";
import type { Draft, Entry, Origin } from "./list";
import { save } from "./shelf";

export type Item = Catalogue["items"][number];

const pause = 120; // ms without a change before the game is asked

export class Bench {
  readonly draft = signal<Draft>({ heads: {}, groups: [], rest: [] });
  readonly judged = signal<Judgement | null>(null);
  readonly trouble = signal("");
  readonly said = signal("");
  readonly sought = signal("");
  readonly group = signal(-1); // of the catalogue; -1: all
  private readonly wanted = signal(0); // the part of the list that is added to
  readonly written = computed(() => write(this.form, this.draft.value));

  constructor(
    readonly game: string,
    readonly form: Catalogue,
    text: string | undefined,
  ) {
    this.draft.value = text ? read(form, text) : blank(form);
  }

  // Asks the game about the list as it stands; only the newest answer counts.
  watch(): () => void {
    let round = 0;
    return effect(() => {
      const { text } = this.written.value,
        mine = ++round;
      const timer = setTimeout(() => {
        house.judge(this.game, text).then(
          (judged) => {
            if (mine !== round) return;
            this.judged.value = judged;
            this.trouble.value = "";
          },
          (error: unknown) => (this.trouble.value = both(troubleOf(error))),
        );
      }, pause);
      return () => clearTimeout(timer);
    });
  }

  get name(): string {
    return this.draft.value.heads[this.form.heads[0]?.token ?? ""] ?? "";
  }
  get target(): number {
    return Math.min(this.wanted.value, this.draft.value.groups.length - 1);
  }
  set target(group: number) {
    this.wanted.value = group;
  }
  private get sorter() {
    return this.form.heads.find((head) => head.sorts);
  }

  open(text: string): void {
    this.draft.value = read(this.form, text);
    this.wanted.value = 0;
    this.said.value = "";
  }
  setHead(token: string, value: string): void {
    const heads = { ...this.draft.value.heads, [token]: value };
    this.draft.value = { ...this.draft.value, heads };
  }

  // ---- the catalogue
  itemOf(token: string): Item | undefined {
    return this.form.items.find((item) => item.token === token);
  }
  // Of the chosen nation or faction, and fit for the part that is added to.
  get offered(): Item[] {
    const sorter = this.sorter,
      side = sorter?.choices?.findIndex((c) => c.token === this.draft.value.heads[sorter.token]);
    const part = this.draft.value.groups[this.target]?.part ?? 0;
    const words = this.sought.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.form.items.filter(
      (item) =>
        (side === undefined || item.allowed.includes(side)) &&
        item.parts.includes(part) &&
        (this.group.value < 0 || item.group === this.group.value) &&
        words.every((word) => this.wordsOf(item).includes(word)),
    );
  }
  private wordsOf(item: Item): string {
    const facts = item.facts.map((fact) => `${both(fact)} ${fact.value}`),
      { token, fr, en, note_fr, note_en } = item,
      group = both(this.form.groups[item.group]);
    return [token, fr, en, group, note_fr, note_en, ...facts].join(" ").toLowerCase();
  }
  inTarget(item: Item): number {
    return copies(this.draft.value, this.target, item.token);
  }

  // ---- the list
  private partAt(group: number) {
    return this.form.parts[this.draft.value.groups[group]?.part ?? 0];
  }
  // What may be said of an entry: nothing where copies are only counted.
  extrasOf(group: number, entry: Entry): number[] {
    if (this.partAt(group)?.count === "counted") return [];
    return this.itemOf(entry.item)?.extras ?? [];
  }
  add(item: Item): void {
    // A place is usual where each copy has one.
    const first = item.extras[0],
      placed = this.partAt(this.target)?.count === "single" && first !== undefined;
    this.draft.value = add(
      this.form,
      this.draft.value,
      this.target,
      item.token,
      placed ? { [first]: 0 } : {},
    );
    this.said.value = "";
  }
  count(at: Origin, by: number): void {
    this.draft.value = change(this.draft.value, at, (entry) =>
      entry.count + by > 0 ? { ...entry, count: entry.count + by } : null,
    );
  }
  extra(at: Origin, n: number, choice: number): void {
    this.draft.value = change(this.draft.value, at, (entry) => {
      const { [n]: _, ...others } = entry.extras;
      return { ...entry, extras: choice < 0 ? others : { ...others, [n]: choice } };
    });
  }
  // One more of a part that may stand several times, or one fewer.
  get morePart(): number {
    return this.form.parts.findIndex(
      (part, n) =>
        part.most > 1 && this.draft.value.groups.filter((g) => g.part === n).length < part.most,
    );
  }
  addPart(part: number): void {
    const groups = [...this.draft.value.groups, { part, entries: [] }];
    groups.sort((a, b) => a.part - b.part);
    this.draft.value = { ...this.draft.value, groups };
    this.wanted.value = groups.length - 1;
  }
  mayDrop(group: number): boolean {
    const part = this.draft.value.groups[group]?.part;
    return this.draft.value.groups.filter((g) => g.part === part).length > 1;
  }
  dropPart(group: number): void {
    const groups = this.draft.value.groups.filter((_, g) => g !== group);
    this.draft.value = { ...this.draft.value, groups };
  }
  // The entry that a line of the file is about, if any.
  faultsOf(at: Origin) {
    const { origin } = this.written.value;
    return (this.judged.value?.faults ?? []).filter(({ line }) => {
      const from = origin[line - 1];
      return from?.group === at.group && from.entry === at.entry;
    });
  }
  save(): boolean {
    return save(this.game, { name: this.name, text: this.written.value.text });
  }
}
