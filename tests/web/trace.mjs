// SPDX-License-Identifier: Apache-2.0
// What the browser itself notes while something goes on: layouts, frames, and tasks of the thread
// that the page has.
export async function traced(page, what) {
  const session = await page.context().browser().newBrowserCDPSession();
  const mark = () => page.evaluate(() => void performance.mark("traced")).catch(() => undefined);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: ["devtools.timeline", "toplevel", "blink.user_timing"].concat(
        "disabled-by-default-devtools.timeline",
      ),
    },
  });
  try {
    await mark();
    await what();
    await mark();
  } finally {
    await session.send("Tracing.end");
    await ended;
    await session.detach();
  }
  // The browser has pages of its own, with threads of the same name: those of this page are marked.
  const marked = new Set(events.filter((e) => e.name === "traced").map((e) => e.pid));
  const main = new Set(
    events
      .filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain")
      .filter((e) => marked.has(e.pid))
      .map((e) => `${e.pid} ${e.tid}`),
  );
  const own = events.filter((e) => main.has(`${e.pid} ${e.tid}`)),
    named = (name) => own.filter((e) => e.name === name),
    tasks = named("RunTask").map((e) => (e.dur ?? 0) / 1000),
    busy = named("RunTask").map((e) => (e.tdur ?? 0) / 1000); // the processor's own time
  return {
    layouts: named("Layout").length,
    frames: named("BeginMainThreadFrame").length,
    tasks: tasks.length,
    longest: Math.round(Math.max(0, ...tasks)),
    over: tasks.filter((ms) => ms > 50).length,
    busiest: Math.round(Math.max(0, ...busy)),
    laden: busy.filter((ms) => ms > 50).length,
  };
}
