// SPDX-License-Identifier: Apache-2.0
// The people at a match as the page speaks of them: names, links that were made here, copying.
import { signal } from "@preact/signals";
import { house } from "./house";
import { drop, keep, kept } from "./prefs";
import { both, capital, t } from "./text";
import type { Game, Invite, Sitting, State } from "./types";

// ----------------------------------------------------------------------------- one's own name
export const myName = signal(kept("name") ?? "");
let saved = "";
// Refused names are told by whoever asked.
export async function saveName(name: string): Promise<void> {
  if (name === saved) return;
  saved = (await house.setName(name)).name ?? "";
  myName.value = saved;
  keep("name", saved);
}

// -------------------------------------------------------------------------------------- links
// A link is told once. This browser keeps it until the seat is taken, so that it can be sent again.
export interface Link {
  href: string;
  local: boolean; // only this machine understands it
}
export const linkOf = (path: string): string => `${location.origin}${path}`;
export const justCopied = signal(""); // the match whose link was copied a moment ago

// A server that listens on all interfaces knows by which address others reach it.
const linkFor = ({ path, local, addresses }: Invite): Link => {
  const [address] = local ? (addresses ?? []) : [];
  return address
    ? { href: new URL(path, address).href, local: false }
    : { href: linkOf(path), local };
};
const place = (match: string): string => `invite.${match}`;
export async function keepInvite(match: string, invite: Invite, copy = false): Promise<Link> {
  const link = linkFor(invite);
  keep(place(match), JSON.stringify(invite));
  if (copy && (await copied(link.href))) justCopied.value = match;
  return link;
}
export function keptInvite(match: string): Link | null {
  try {
    return linkFor(JSON.parse(kept(place(match)) ?? "null") as Invite);
  } catch {
    return null;
  }
}
export const dropInvite = (match: string): void => drop(place(match));

// Over plain http browsers withhold the clipboard: then an old command copies what is selected.
export async function copied(text: string): Promise<boolean> {
  try {
    if (isSecureContext && navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // forbidden: the other way is tried
  }
  const before = document.activeElement,
    field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "live";
  document.body.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // the visible field is left to be copied by hand
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

// ------------------------------------------------------------------------------------- people
export const others = (state: State): Sitting[] =>
  state.people.filter((p) => p.kind === "human" && !p.you);
export const own = (state: State): Sitting[] => state.people.filter((p) => p.you);
export const apart = (state: State): boolean => own(state).length > 0 && others(state).length > 0;

const ranks = {
  recruit: "levelRecruit",
  sergeant: "levelSergeant",
  colonel: "levelColonel",
  general: "levelGeneral",
} as const;

// What somebody is called: his name, what plays there, or nothing in particular.
export function called(who: Sitting): string {
  if (who.kind === "greedy" || who.kind === "captain") return t("computer");
  if (who.kind === "random") return t("randomly");
  if (who.kind in ranks) return `${t("computer")} (${t(ranks[who.kind as keyof typeof ranks])})`;
  if (who.kind === "open") return t("openSeat");
  if (who.you) return who.name ? `${who.name} (${t("you")})` : capital(t("you"));
  return who.name ?? t("friend");
}
export const seatName = (game: Pick<Game, "seats"> | null | undefined, token: string): string =>
  capital(both(game?.seats.find((s) => s.token === token)));
