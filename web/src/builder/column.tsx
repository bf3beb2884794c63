// SPDX-License-Identifier: Apache-2.0
// The list under way: its head, what it adds up to, what is still wrong, its parts line by line.
import type { Judgement } from "../schema";
import { both, capital, colon, counted, t } from "../text";
import type { Bench } from "./bench";
import type { Entry, Group, Origin } from "./list";

export function ListColumn({ bench }: { bench: Bench }) {
  const more = bench.morePart,
    part = bench.form.parts[more];
  return (
    <section class="list" aria-labelledby="list-title">
      <h2 id="list-title">{t("yourList")}</h2>
      <Heads bench={bench} />
      <Sums judged={bench.judged.value} />
      <Faults bench={bench} />
      {bench.draft.value.groups.map((group, g) => (
        <Part key={g} bench={bench} group={group} at={g} />
      ))}
      {part && (
        <button type="button" onClick={() => bench.addPart(more)}>
          {counted("oneMorePart", both(part))}
        </button>
      )}
      {bench.draft.value.rest.length > 0 && (
        <details>
          <summary>{t("otherLines")}</summary>
          <pre>{bench.draft.value.rest.join("\n")}</pre>
        </details>
      )}
    </section>
  );
}

function Heads({ bench }: { bench: Bench }) {
  return (
    <div class="heads">
      {bench.form.heads.map((head) => {
        const value = bench.draft.value.heads[head.token] ?? "";
        return (
          <label key={head.token}>
            <span class="label">{both(head)}</span>
            {head.choices ? (
              <select
                value={value}
                onChange={(event) => bench.setHead(head.token, event.currentTarget.value)}
              >
                {head.choices.map((choice) => (
                  <option key={choice.token} value={choice.token}>
                    {capital(both(choice))}
                  </option>
                ))}
              </select>
            ) : (
              <input
                value={value}
                maxLength={40}
                onInput={(event) =>
                  // One word: it names a file.
                  bench.setHead(head.token, event.currentTarget.value.replace(/[\s#/\\]+/g, "-"))
                }
              />
            )}
          </label>
        );
      })}
    </div>
  );
}

function Sums({ judged }: { judged: Judgement | null }) {
  return (
    <ul class="sums">
      {judged?.sums.map((sum) => {
        const over = sum.most > 0 && sum.value > sum.most,
          under = sum.value < sum.least;
        const least = sum.least > 0 ? ` (${counted("atLeast", sum.least)})` : "",
          limit = sum.most > 0 ? `/${sum.most}` : least;
        return (
          <li key={sum.en} class={over ? "over" : under ? "under" : "good"}>
            <span>{both(sum)}</span>
            <b>
              {sum.value}
              {limit}
            </b>
            {sum.most > 0 && (
              <progress
                aria-label={both(sum)}
                max={sum.most}
                value={Math.min(sum.value, sum.most)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

// What a fault is about: the item's name where its line names one.
function subject(bench: Bench, line: number): string {
  const from = bench.written.value.origin[line - 1],
    entry = from && bench.draft.value.groups[from.group]?.entries[from.entry];
  return entry ? both(bench.itemOf(entry.item)) : "";
}

function Faults({ bench }: { bench: Bench }) {
  const judged = bench.judged.value;
  if (bench.trouble.value) return <p class="trouble">{bench.trouble.value}</p>;
  if (!judged) return <p class="verdict" role="status" />;
  return (
    <div class={`verdict ${judged.good ? "good" : "bad"}`} role="status">
      <p>{judged.good ? t("listGood") : counted("listBad", judged.faults.length)}</p>
      {!judged.good && (
        <ul>
          {judged.faults.slice(0, 6).map((fault, i) => {
            const about = subject(bench, fault.line);
            return (
              <li key={i}>
                {about && (
                  <b>
                    {about}
                    {colon()}
                  </b>
                )}
                {both(fault)} {fault.rule && <span class="rule">{fault.rule}</span>}
              </li>
            );
          })}
          {judged.faults.length > 6 && <li>…</li>}
        </ul>
      )}
    </div>
  );
}

function Part({ bench, group, at }: { bench: Bench; group: Group; at: number }) {
  const part = bench.form.parts[group.part],
    several = (part?.most ?? 1) > 1,
    number = bench.draft.value.groups.slice(0, at + 1).filter((g) => g.part === group.part).length;
  const name = `${both(part)}${several ? ` ${number}` : ""}`,
    total = group.entries.reduce((sum, entry) => sum + entry.count, 0),
    wrong = bench.faultsOf({ group: at, entry: -1 });
  return (
    <fieldset class={`part ${bench.target === at ? "target" : ""} ${wrong.length ? "wrong" : ""}`}>
      <legend>
        <label>
          <input
            type="radio"
            name="target"
            checked={bench.target === at}
            onChange={() => (bench.target = at)}
          />
          <span class="live">{t("addInto")} </span>
          {name} <small class="hush">{total}</small>
        </label>
        {bench.mayDrop(at) && (
          <button
            type="button"
            class="quiet"
            aria-label={counted("dropPart", name)}
            onClick={() => bench.dropPart(at)}
          >
            ×
          </button>
        )}
      </legend>
      {group.entries.length === 0 && <p class="hush">{t("emptyPart")}</p>}
      <ul>
        {group.entries.map((entry, e) => (
          <Line
            key={`${entry.item} ${e}`}
            bench={bench}
            entry={entry}
            at={{ group: at, entry: e }}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function Line({ bench, entry, at }: { bench: Bench; entry: Entry; at: Origin }) {
  const item = bench.itemOf(entry.item),
    name = both(item) || entry.item,
    counts = bench.form.parts[bench.draft.value.groups[at.group]?.part ?? 0]?.count === "counted",
    faults = bench.faultsOf(at);
  return (
    <li class={faults.length ? "wrong" : ""} title={faults.map(both).join("\n")}>
      {counts && <b class="number">{entry.count}</b>}
      <span class="name">{name}</span>
      {bench.extrasOf(at.group, entry).map((n) => (
        <Extra key={n} bench={bench} n={n} entry={entry} at={at} name={name} />
      ))}
      <span class="cost hush">{(item?.cost ?? 0) * entry.count}</span>
      <button
        type="button"
        aria-label={counted(counts && entry.count > 1 ? "oneLess" : "takeOut", name)}
        onClick={() => bench.count(at, -1)}
      >
        −
      </button>
      {counts && (
        <button
          type="button"
          aria-label={counted("oneMore", name)}
          disabled={!!item?.most && entry.count >= item.most}
          onClick={() => bench.count(at, 1)}
        >
          +
        </button>
      )}
    </li>
  );
}

function Extra(props: { bench: Bench; n: number; entry: Entry; at: Origin; name: string }) {
  const { bench, n, entry, at } = props,
    extra = bench.form.extras[n];
  if (!extra) return null;
  return (
    <select
      aria-label={`${both(extra)}${colon()}${props.name}`}
      value={entry.extras[n] ?? -1}
      onChange={(event) => bench.extra(at, n, Number(event.currentTarget.value))}
    >
      <option value={-1}>{both(extra)} —</option>
      {extra.choices.map((choice, i) => (
        <option key={choice.token} value={i}>
          {both(choice)}
        </option>
      ))}
    </select>
  );
}
