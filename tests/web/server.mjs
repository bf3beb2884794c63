// SPDX-License-Identifier: Apache-2.0
// A server for the tests, on a port of its own.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

// A server archives what is unfinished when it stops: its folder stays until it is gone.
export async function stopServer({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

// With a port given it comes up where another has been. `more`: further options. `all`: with the
// template and the contract's probes.
export async function startServer(folder, wanted = 0, more = () => [], all = true) {
  const port = wanted || (await freePort());
  const child = spawn(
    process.env.GROGNARD,
    ["serve", "--listen", `127.0.0.1:${port}`, "--data", join(folder, "web.db")]
      .concat(all ? ["--all"] : [])
      .concat(more(port)),
    { stdio: ["ignore", "ignore", process.env.SHOTS ? "inherit" : "ignore"] },
  );
  const origin = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 100; i++) {
    if (child.exitCode !== null) break;
    try {
      if ((await fetch(`${origin}/api/health`)).ok) return { child, origin, port };
    } catch {
      // not yet
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("The server did not start.");
}
