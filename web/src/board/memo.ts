// SPDX-License-Identifier: Apache-2.0
// A part that is drawn again only when something it is drawn from is another: preact's own memo
// brings its whole layer for other libraries with it.
import { Component, type ComponentChildren, type VNode, h } from "preact";

export function memo<P extends object>(draw: (props: P) => ComponentChildren): (props: P) => VNode {
  class Kept extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const now = this.props as Readonly<P>;
      const keys = new Set([...Object.keys(now), ...Object.keys(next)]) as Set<keyof P>;
      for (const key of keys) if (now[key] !== next[key]) return true;
      return false;
    }
    override render(props: P): ComponentChildren {
      return draw(props);
    }
  }
  return (props: P) => h(Kept as never, props as never);
}
