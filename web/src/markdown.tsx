// SPDX-License-Identifier: Apache-2.0
// A small renderer for the rulebooks: headings, paragraphs, lists, quotes, tables, rules; inside
// them emphasis, code, links and <a id="..."> anchors. It makes page elements, never markup from
// text, so a rulebook cannot bring anything that runs.
import type { ComponentChildren, VNode } from "preact";
import { print } from "./text";

const inlinePattern = new RegExp(
  [
    /(<a id="([\w.-]+)"><\/a>)/,
    /(`([^`]+)`)/,
    /(\*\*([^*]+(?:\*(?!\*)[^*]+)*)\*\*)/,
    /(\*([^*\s][^*]*)\*)/,
    /(_([^_\s][^_]*)_(?!\w))/,
    /(\[([^\]]+)\]\(([^)\s]+)\))/,
  ]
    .map((part) => part.source)
    .join("|"),
  "g",
);

function safeHref(address: string): string | null {
  return /^(https?:\/\/|#)/.test(address) ? address : null;
}

// The address of the page names a moment of the match, so links inside a book only scroll.
function jump(id: string): void {
  document.getElementById(`rule-${id}`)?.scrollIntoView({ block: "start" });
}

export function inline(text: string): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let last = 0;
  for (const found of text.matchAll(inlinePattern)) {
    if (found.index > last) out.push(print(text.slice(last, found.index)));
    last = found.index + found[0].length;
    if (found[2]) out.push(<span id={`rule-${found[2]}`} class="anchor" />);
    else if (found[4] !== undefined) out.push(<code>{found[4]}</code>);
    else if (found[6] !== undefined) out.push(<strong>{inline(found[6])}</strong>);
    else if (found[8] !== undefined) out.push(<em>{inline(found[8])}</em>);
    else if (found[10] !== undefined) out.push(<em>{inline(found[10])}</em>);
    else if (found[12] !== undefined) {
      const href = safeHref(found[13] ?? "");
      out.push(
        href?.startsWith("#") ? (
          <button type="button" class="jump" onClick={() => jump(href.slice(1))}>
            {print(found[12])}
          </button>
        ) : href ? (
          <a href={href} rel="noopener noreferrer">
            {print(found[12])}
          </a>
        ) : (
          print(found[12])
        ),
      );
    }
  }
  if (last < text.length) out.push(print(text.slice(last)));
  return out;
}

// "### Z1 · The fords" and "### B16 …" are anchors of their rule as well.
const ruleOf = (title: string): string | null =>
  /^([A-Z]{1,3}\d+[a-z]?)\b/.exec(title)?.[1] ?? null;

function heading(level: number, title: string, key: number): VNode {
  const rule = ruleOf(title);
  const id = rule ? { id: `rule-${rule}` } : {};
  const children = inline(title);
  if (level === 1)
    return (
      <h2 key={key} class="book-title" {...id}>
        {children}
      </h2>
    );
  if (level === 2)
    return (
      <h3 key={key} {...id}>
        {children}
      </h3>
    );
  if (level === 3)
    return (
      <h4 key={key} {...id}>
        {children}
      </h4>
    );
  return (
    <h5 key={key} {...id}>
      {children}
    </h5>
  );
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((c) => c.trim());
const isTableRule = (line: string | undefined): boolean =>
  !!line && /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(line) && line.includes("-");

function table(lines: string[], key: number): VNode {
  const [head, , ...rows] = lines;
  return (
    <div key={key} class="table-holder" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {cellsOf(head ?? "").map((c, i) => (
              <th key={i} scope="col">
                {inline(c)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {cellsOf(row).map((c, j) => (
                <td key={j}>{inline(c)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const bullet = /^\s*(?:[-*]|\d+[.)])\s+/;

export function markdown(text: string): VNode[] {
  const lines = text.replace(/\r/g, "").split("\n");
  const out: VNode[] = [];
  let i = 0;
  const take = (more: (line: string) => boolean): string[] => {
    const part: string[] = [];
    while (i < lines.length && more(lines[i] ?? "")) part.push(lines[i++] ?? "");
    return part;
  };
  while (i < lines.length) {
    const line = lines[i] ?? "",
      key = i;
    const head = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) i++;
    else if (/^<!--/.test(line)) (take((l) => !/-->/.test(l)), i++);
    else if (head) {
      i++;
      out.push(heading((head[1] ?? "").length, head[2] ?? "", key));
    } else if (/^```/.test(line)) {
      i++;
      const body = take((l) => !/^```/.test(l));
      i++;
      out.push(
        <pre key={key}>
          <code>{body.join("\n")}</code>
        </pre>,
      );
    } else if (/^(---+|\*\*\*+)\s*$/.test(line)) {
      i++;
      out.push(<hr key={key} />);
    } else if (line.includes("|") && isTableRule(lines[i + 1]))
      out.push(
        table(
          take((l) => l.includes("|")),
          key,
        ),
      );
    else if (/^>/.test(line)) {
      const body = take((l) => /^>/.test(l))
        .map((l) => l.replace(/^>\s?/, ""))
        .join("\n");
      out.push(<blockquote key={key}>{markdown(body)}</blockquote>);
    } else if (bullet.test(line))
      out.push(
        list(
          take((l) => bullet.test(l) || /^\s+\S/.test(l)),
          key,
        ),
      );
    else
      out.push(
        <p key={key}>
          {inline(
            take((l) => !!l.trim() && !/^(#{1,6}\s|>|```)/.test(l) && !bullet.test(l)).join(" "),
          )}
        </p>,
      );
  }
  return out;
}

function list(lines: string[], key: number): VNode {
  const items: string[] = [];
  for (const line of lines)
    if (bullet.test(line)) items.push(line.replace(bullet, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  const numbered = /^\s*\d/.test(lines[0] ?? "");
  const children = items.map((item, i) => <li key={i}>{inline(item)}</li>);
  return numbered ? <ol key={key}>{children}</ol> : <ul key={key}>{children}</ul>;
}
