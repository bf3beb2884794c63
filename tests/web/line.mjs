// SPDX-License-Identifier: Apache-2.0
// A line between browser and server that can be cut: what goes over it is lost, and nobody is
// reached until it is mended.
import { connect, createServer } from "node:net";

export function startLine(port) {
  const open = new Set();
  let up = true;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const end = () => {
      open.delete(end);
      near.destroy();
      far.destroy();
    };
    if (!up) return end();
    open.add(end);
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
    near.pipe(far).pipe(near);
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () =>
      done({
        origin: `http://127.0.0.1:${server.address().port}`,
        cut: () => {
          up = false;
          for (const end of [...open]) end();
        },
        mend: () => (up = true),
        close: () => {
          up = false;
          for (const end of [...open]) end();
          server.close();
        },
      }),
    ),
  );
}
