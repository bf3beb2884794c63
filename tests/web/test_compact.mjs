// SPDX-License-Identifier: Apache-2.0
// What the page makes of compact changes is what a whole state says: matches of every game, played
// by answers alone. No browser.
import assert from "node:assert/strict";
import { load } from "./modules.mjs";

// A session that speaks to the server without a browser.
async function person(origin) {
  let cookie = "";
  const ask = async (method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie ||= (answer.headers.get("set-cookie") ?? "").split(";")[0];
    return answer.json();
  };
  await ask("POST", "/api/session", {});
  const stream = async () => {
    const headers = { Cookie: cookie };
    const answer = await fetch(`${origin}/api/stream?form=compact`, { headers });
    const bytes = answer.body.getReader(),
      decoder = new TextDecoder();
    let text = "";
    const next = async (event) => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) text += decoder.decode((await bytes.read()).value, { stream: true });
        else {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          if (block.includes(`event: ${event}\n`)) return JSON.parse(block.split("data: ")[1]);
        }
      }
    };
    return { next, close: () => bytes.cancel(), reader: (await next("hello")).reader };
  };
  return { ask, stream };
}

export default function add(test) {
  test("compact changes are what whole states say, in every game", async ({ origin }) => {
    const { Sequence } = await load("server/sequence");
    const { ask, stream } = await person(origin);
    const { games } = await ask("GET", "/api/games");
    const line = await stream();
    let seed = 7,
      changes = 0;
    const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
    for (const { id: game, seats } of games) {
      const made = await ask("POST", "/api/matches", { game, seats: seats.map(() => "human") });
      const { id, commitment } = made,
        at = `/api/matches/${id}`;
      await ask("POST", `${at}/dice`, { commitment, seed: "0123456789abcdef".repeat(2) });
      const facts = await ask("GET", `/api/games/${game}`),
        { domains } = await ask("GET", `${at}/names`);
      let shown = null;
      const order = new Sequence(
        { ...facts, domains },
        (state) => (shown = state),
        () => assert.fail("asked anew"),
      );
      await ask("POST", `/api/readers/${line.reader}`, { watch: [id] });
      order.take(await line.next("state"));
      for (let i = 0; i < 80 && !shown.over; i++) {
        const { change, error } = shown.handover
          ? await ask("POST", `${at}/handover`, { seat: shown.handover, reader: line.reader })
          : await ask("POST", `${at}/actions`, {
              actions: [shown.legal[below(shown.legal.length)].a],
              seq: shown.seq,
              reader: line.reader,
            });
        assert.ok(change, JSON.stringify(error));
        changes += change.from !== 0;
        order.take(change);
        const { match: _, no: __, from: ___, ...made } = shown;
        const wanted = await ask("GET", made.handover ? at : `${at}?since=0`);
        assert.deepEqual(made, wanted, game);
      }
      await ask("POST", `/api/readers/${line.reader}`, { drop: [id] });
    }
    assert.ok(changes > 200);
    await line.close();
  });
}
