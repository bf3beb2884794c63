// SPDX-License-Identifier: Apache-2.0
// A tab that crashes says nothing. While it lives it holds a lock of its own name; whoever waits
// for that lock learns of its end. Where there are no locks (no https) only a goodbye is heard.
export const locks: LockManager | undefined = navigator.locks;

// `held`: from now on others may wait for the end; called earlier they would not wait at all.
export function alive(name: string, held: () => void): () => void {
  let end = (): void => undefined;
  const hold = () => {
    held();
    return new Promise<void>((done) => (end = done));
  };
  void locks?.request(name, hold).catch(() => undefined);
  return () => end();
}
// Returns how to wait no longer: a page that waits is not kept for going back to.
export function whenGone(name: string, then: () => void): () => void {
  const stop = new AbortController();
  void locks?.request(name, { signal: stop.signal }, () => then()).catch(() => undefined);
  return () => stop.abort();
}
