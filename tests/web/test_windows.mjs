// SPDX-License-Identifier: Apache-2.0
// Reaction windows answered by a person: every kind of them, with who acts, the chances, the cost
// and the proposal; and prompts with one answer, which are not asked.
import assert from "node:assert/strict";
import { dice, newMatch, send, settled, shows, soon, stateOf, unguided } from "./hands.mjs";

// A deck that flies: fighters with drop tanks and bombs from the first turn on.
const flyers = `deck flyers
nation G
4 G01\n3 G04\n1 G05\n2 G06\n2 G07\n2 G08\n2 G10\n1 G11\n3 G14\n1 G15\n2 G16\n1 G17\n1 G22\n1 G24
2 G25\n1 G26\n1 G28\n1 G29\n1 G30\n2 G31\n2 G32\n1 G33\n2 O01\n1 O02\n1 O03\n3 O05\n2 F01\n1 F02
1 X01\n1 X02\n1 X03\n2 T01\n1 T04\n1 T05\n1 T07\n1 T11\n1 E01\n1 E02\n1 E05\n1 E07
open 1 G28 hq
open 1 G29 hq
open 2 G31 airfield airfield
open 2 G32 airfield airfield
open 2 O05 airfield airfield
open 1 O01 airfield
open 1 G10 centre
open 2 G01 left right
`;

const factsOf = async (origin, game) => (await fetch(`${origin}/api/games/${game}`)).json();
const windowsOf = (facts) =>
  facts.nodes.filter((n) => n.flags.includes("window")).map((n) => n.token);
const ordersOf = (page, id) =>
  page.evaluate((id) => fetch(`/api/matches/${id}/orders`).then((r) => r.json()), id);

// How each side of Corridors plays so that much happens in the air: one patrols, two flies through.
function brisk(state, pick) {
  const some = (...heads) => {
    for (const head of heads) {
      const list = state.legal.filter((l) => l.n.startsWith(head));
      if (list.length) return list[pick(list.length)];
    }
    return null;
  };
  const often = pick(10) < 6,
    any = state.legal[pick(state.legal.length)];
  switch (state.turn.node) {
    case "opening":
      return some("standard", "ready") ?? any;
    case "reinforce":
      return some("refit", "repair") ?? (often ? some("deploy", "attach") : null) ?? some("end");
    case "air":
      return some("launch", "end");
    case "sortie":
      return (
        (state.viewer === "two" ? some("with") : null) ??
        (often ? some("load") : null) ??
        (state.viewer === "one" ? some("patrol", "fly") : some("fly", "patrol")) ??
        any
      );
    case "bombard":
      return some("strafe", "drop", "bomb", "shell", "end");
    case "manoeuvre":
      return some("fire", "assault") ?? (often ? some("move") : null) ?? some("end");
    case "assault":
      return some("confirm") ?? any;
    default:
      return any;
  }
}

// Which answer a person takes here: most often to react, so that more windows open.
function answerTo(state, pick) {
  const [last, ...others] = [...state.legal].reverse(); // to decline is last
  const keep = state.turn.node === "jettison" || pick(4) === 0;
  return keep || !others.length ? last : others[pick(others.length)];
}

// The question as a person reads it: who acts, every answer with its chance or its price, what is
// proposed. Then the answer is clicked.
async function answerHere(page, id, state, wanted) {
  await page.waitForSelector(`.match.mine[data-seq="${state.seq}"] .question .answers li`);
  const seen = await page.evaluate(() => {
    const all = (selector, node = document) => [...node.querySelectorAll(selector)];
    return {
      asked: document.querySelector(".question h2").textContent,
      who: document.querySelector(".question .who")?.textContent ?? "",
      opened: all(".question .opened li").map((n) => n.textContent),
      answers: all(".question .answers > li").map((n) => ({
        n: n.querySelector("button").dataset.answer,
        facts: all(".facts li", n).map((f) => f.textContent),
        proposed: n.classList.contains("proposed"),
      })),
    };
  });
  const here = `${state.turn.node} ${JSON.stringify(seen)}`;
  assert.equal(seen.asked, state.turn.prompt_en.replace(/'/g, "’"), here);
  assert.ok(seen.who && seen.opened.length && seen.opened.every(Boolean), `who acts: ${here}`);
  const { proposal } = await ordersOf(page, id);
  const proposed = seen.answers.filter((a) => a.proposed).map((a) => a.n);
  assert.deepEqual(proposed, [state.legal.find((l) => l.a === proposal)?.n], here);
  for (const { n, facts } of seen.answers)
    if (n !== "decline")
      assert.ok(facts.length, `${n} is not worked out: ${here}`);
  const there = seen.answers.some((a) => a.n === wanted.n);
  const n = there ? wanted.n : seen.answers[0].n;
  await page.click(`.question [data-answer="${n}"]`);
  const after = await settled(page, id, state.seq);
  assert.notEqual(after.seq, state.seq, `${n} was not answered`);
}

const seldom = 2; // each kind is answered so often on the page, then by notation like the rest
// A whole match in which a person answers at every window. Between those that are shown the page is
// away and actions are sent without it: drawing them all would take most of the time.
async function wholeMatch(page, id, windows, answered, choose, pick, enough) {
  const { origin } = new URL(page.url()),
    [here, away] = [`${origin}/m/${id}`, `${origin}/api/health`];
  const at = async (address) => page.url() === address || page.goto(address);
  const state = async () => (await page.request.get(`${origin}/api/matches/${id}`)).json();
  const post = (what, data) =>
    page.request.post(`${origin}/api/matches/${id}/${what}`, { data, headers: { Origin: origin } });
  for (let i = 0; i < 3000; i++) {
    const now = await state(),
      asked = windows.includes(now.turn?.node) && now.legal?.length > 1,
      shown = asked && (answered.get(now.turn.node) ?? 0) < seldom;
    if (now.over || enough()) return now.over;
    await at(shown ? here : away);
    if (now.handover) await post("handover", { seat: now.handover });
    else if (!now.turn.acting) await page.waitForTimeout(15);
    else if (shown) {
      await answerHere(page, id, now, answerTo(now, pick));
      answered.set(now.turn.node, (answered.get(now.turn.node) ?? 0) + 1);
    } else {
      const action = (asked ? answerTo : choose)(now, pick).a;
      await post("actions", { action, seq: now.seq, key: `w${now.seq}.${pick(1e9)}` });
    }
  }
  throw new Error("not over after 3000 steps");
}

const told = (answered) => [...answered].map(([node, n]) => `${node} ${n}`).join(", ");

export default function add(test) {
  test("every kind of window of Corridors is answered by a person, in a whole match", async ({
    open,
    origin,
  }) => {
    const windows = windowsOf(await factsOf(origin, "corridors"));
    const answered = new Map(),
      pick = dice(17);
    const page = await open();
    let whole = 0;
    for (let match = 0; match < 30 && answered.size < windows.length; match++) {
      const id = await newMatch(page, origin, {
        game: "corridors",
        scenario: "standard",
        seats: ["human", "human"],
        lists: [flyers, flyers],
      });
      const enough = () => whole > 0 && answered.size === windows.length;
      if (await wholeMatch(page, id, windows, answered, brisk, pick, enough)) whole++;
    }
    console.log(`     ${whole} whole matches; ${told(answered)}`);
    assert.deepEqual(windows.filter((node) => !answered.has(node)), []);
    assert.ok(whole > 0);
  });

  test("overwatch of Salvo is answered by a person, in a whole match", async ({
    open,
    origin,
  }) => {
    const windows = windowsOf(await factsOf(origin, "salvo"));
    assert.deepEqual(windows, ["react"]);
    const answered = new Map(),
      pick = dice(23);
    const page = await open();
    await unguided(page, "salvo");
    // who waits on overwatch is asked when somebody comes
    const watchful = (state) => {
      const head = (...heads) =>
        heads.map((h) => state.legal.find((l) => l.n.startsWith(h))).find(Boolean);
      const end = state.legal.filter((l) => l.n.startsWith("end "));
      const watch = end.find((l) => l.n.includes("watch"));
      return (
        (state.turn.node === "act" ? (watch ?? end[0]) : null) ??
        head("confirm", "form ", "reveal", "commit 0", "done", "first") ??
        state.legal[pick(state.legal.length)]
      );
    };
    let whole = 0;
    for (let match = 0; match < 30 && (answered.get("react") ?? 0) < 2; match++) {
      const id = await newMatch(page, origin, {
        game: "salvo",
        scenario: "first_salvo",
        seats: ["human", "greedy"],
      });
      if (await wholeMatch(page, id, windows, answered, watchful, pick, () => false)) whole++;
    }
    console.log(`     ${whole} whole matches; ${told(answered)}`);
    assert.ok(whole > 0 && answered.get("react") >= 2, told(answered));
  });

  test("at a window one key answers here or until one's own turn", async ({ open, origin }) => {
    const page = await open(),
      pick = dice(4),
      left = ["X", "A", "x", "a"];
    for (let match = 0; left.length && match < 40; match++) {
      const id = await newMatch(page, origin, {
        game: "_template",
        scenario: "standard",
        options: { turns: 8 },
        seats: ["human", "greedy"],
      });
      for (let i = 0; i < 200 && left.length; i++) {
        const state = await stateOf(page, id);
        if (state.over) break;
        if (!state.turn.acting) await page.waitForTimeout(15);
        else if (state.turn.node !== "ambush")
          await send(page, id, state.seq, state.legal[pick(state.legal.length)].n);
        else {
          const [key] = left;
          await page.waitForSelector(`.match.mine[data-seq="${state.seq}"] .question`);
          await page.keyboard.press(key);
          const after = await settled(page, id, state.seq);
          assert.ok(after.entry > state.entry, `${key} did not answer`);
          const kept = { a: "always", x: "never" }[key] ?? "ask";
          const order = async () => (await ordersOf(page, id)).orders[0].order;
          if (!after.over) await soon.equal(order, kept);
          left.shift();
          if (kept !== "ask") break; // no window of this match asks any more
        }
      }
    }
    assert.deepEqual(left, []);
  });

  test("on a phone a window's orders are in sight, however long its answers", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 390, height: 640 } }),
      pick = dice(6);
    let seen = 0;
    for (let match = 0; !seen && match < 20; match++) {
      const id = await newMatch(page, origin, {
        game: "_template",
        scenario: "standard",
        options: { turns: 8 },
        seats: ["human", "greedy"],
      });
      for (let i = 0; i < 200 && !seen; i++) {
        const state = await stateOf(page, id);
        if (state.over) break;
        if (!state.turn.acting) await page.waitForTimeout(15);
        else if (state.turn.node !== "ambush")
          await send(page, id, state.seq, state.legal[pick(state.legal.length)].n);
        else {
          await page.waitForSelector(`.match.mine[data-seq="${state.seq}"] .answers li`);
          const panel = await page.locator(".question").boundingBox();
          for (const button of await page.locator(".window-orders button").all()) {
            const box = await button.boundingBox();
            assert.ok(box.y + box.height <= panel.y + panel.height + 1, "below the fold");
            seen++;
          }
        }
      }
    }
    assert.equal(seen, 4);
  });

  test("a prompt with one answer is not asked; a draft is confirmed all the same", async ({
    open,
    origin,
  }) => {
    const page = await open(),
      pick = dice(31);
    await unguided(page, "bautzen");
    let spared = 0,
      drafts = 0;
    for (let match = 0; match < 30 && !(spared > 2 && drafts); match++) {
      const id = await newMatch(page, origin, {
        game: "bautzen",
        scenario: "intro",
        seats: ["greedy", "human"],
      });
      for (let i = 0; i < 400 && !(spared > 2 && drafts); i++) {
        const state = await stateOf(page, id);
        if (state.over) break;
        if (!state.turn.acting) {
          await page.waitForTimeout(15);
          continue;
        }
        await shows(page, state.seq);
        if (state.legal.length > 1) {
          await send(page, id, state.seq, state.legal[pick(state.legal.length)].n);
        } else if (state.draft.length) {
          await page.waitForTimeout(250);
          assert.equal((await stateOf(page, id)).seq, state.seq, "a draft was confirmed unasked");
          drafts++;
          await send(page, id, state.seq, state.legal[0].n);
        } else {
          const after = await settled(page, id, state.seq);
          assert.notEqual(after.seq, state.seq, `${state.turn.node} ${state.legal[0].n}: asked`);
          spared++;
        }
      }
    }
    assert.ok(spared > 2 && drafts, `${spared} spared, ${drafts} drafts`);
  });
}
