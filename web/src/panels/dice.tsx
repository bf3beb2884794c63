// SPDX-License-Identifier: Apache-2.0
// The proof of the dice: the commitment while the match lasts, and when it is over one button that
// computes every draw again in this browser. The check itself is fetched with the first use.
import { useSignal } from "@preact/signals";
import type { Report, check } from "../proof/main";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { both, t } from "../text";

declare const PROOF: string; // its address, set by build.mjs

async function run(store: MatchStore): Promise<Report> {
  const [code, { bytes, known }] = await Promise.all([
    import(PROOF) as Promise<{ check: typeof check }>,
    store.table.proof(),
  ]);
  return code.check(bytes, known);
}

const signatures = { none: "diceUnsigned", good: "diceSigned", other: "diceOtherKey" } as const;

function Found({ report }: { report: Report }) {
  if (!report.fr && !report.revealed) return <p>{t("diceHidden")}</p>;
  if (!report.good)
    return (
      <p class="bad">
        ✗ {t("diceWrong")} {both(report)} {report.line > 0 && `(${t("diceLine")} ${report.line})`}
      </p>
    );
  return (
    <>
      <p class="good">
        ✓ {t("diceProved")} <b>{report.rolls}</b>
      </p>
      <p>{t(signatures[report.signature])}</p>
    </>
  );
}

function CheckButton({ store }: { store: MatchStore }) {
  const report = useSignal<Report | null>(null),
    busy = useSignal(false),
    trouble = useSignal("");
  const start = async () => {
    busy.value = true;
    trouble.value = "";
    report.value = null;
    try {
      report.value = await run(store);
    } catch (error) {
      trouble.value = both(troubleOf(error));
    }
    busy.value = false;
  };
  return (
    <>
      <button
        type="button"
        id="check-dice"
        class="act"
        disabled={busy.value}
        onClick={() => void start()}
      >
        {t("diceCheck")}
      </button>
      <div role="status">
        {report.value && <Found report={report.value} />}
        {trouble.value && <p class="bad">{trouble.value}</p>}
      </div>
    </>
  );
}

export function DicePanel({ store }: { store: MatchStore }) {
  const state = store.live.value;
  if (!state) return null;
  const seed = store.table.given();
  return (
    <details class="panel proof" id="dice">
      <summary>{t(state.over ? "diceProof" : "diceWait")}</summary>
      <p>
        {t("diceFirst")} {t("diceThen")} {t("diceLast")}
      </p>
      <p>
        {t("commitment")} <code>{state.commitment}</code>
      </p>
      {seed && (
        <p>
          {t("diceMine")} <code>{seed}</code>
        </p>
      )}
      {state.over && <CheckButton store={store} />}
    </details>
  );
}
