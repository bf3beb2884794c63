// SPDX-License-Identifier: Apache-2.0
// The place of the report about luck beside a match that is over; it is fetched when it is opened.
import { useSignal } from "@preact/signals";
import { later } from "../later";
import type { MatchStore } from "../store";
import { t } from "../text";

const LuckReport = later((parts) => parts.LuckReport);

export function LuckPanel({ store, show }: { store: MatchStore; show: (entry: number) => void }) {
  const opened = useSignal(false);
  if (!store.live.value?.over || store.embedded) return null;
  return (
    <details
      class="panel luck"
      id="luck"
      onToggle={(e) => (opened.value = opened.value || e.currentTarget.open)}
    >
      <summary>{t("luck")}</summary>
      {opened.value && <LuckReport store={store} show={show} />}
    </details>
  );
}
