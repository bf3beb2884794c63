// SPDX-License-Identifier: Apache-2.0
// Steps that the server has lost and this tab still knows: taken again on demand.
import type { MatchStore } from "../store";
import { counted, t } from "../text";

export function KeptSteps({ store }: { store: MatchStore }) {
  const steps = store.kept.offered.value;
  if (!steps?.length || !store.acting.value) return null;
  return (
    <div class="kept" role="status">
      <p>
        <b>{counted("keptSteps", steps.length)}</b> {t("keptWhy")}
      </p>
      <p>
        <button type="button" class="act main" id="retake" onClick={() => void store.retake()}>
          {t("retake")}
        </button>
        <button type="button" class="quiet" onClick={() => store.kept.forget()}>
          {t("keptForget")}
        </button>
      </p>
    </div>
  );
}
