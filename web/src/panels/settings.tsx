// SPDX-License-Identifier: Apache-2.0
// What the person at this browser prefers, on one sheet; kept in the browser and in force at once.
import type { Signal } from "@preact/signals";
import {
  type Speed,
  answering,
  answers,
  confirming,
  confirms,
  lang,
  palette,
  palettes,
  paces,
  setSpeed,
  sound,
  sounds,
  speed,
  textSize,
  textSizes,
  theme,
} from "../prefs";
import { play } from "../sound/sound";
import { t } from "../text";
import { Sheet } from "./sheets";

type Word = Parameters<typeof t>[0];

function Choice<T extends string>({
  name,
  title,
  hint,
  words,
  value,
  label,
  pick,
}: {
  name: string;
  title: Word;
  hint?: Word;
  words: readonly T[];
  value: T;
  label: (word: T) => string;
  pick: (word: T) => void;
}) {
  return (
    <fieldset class="setting">
      <legend>{t(title)}</legend>
      <div class="setting-words">
        {words.map((word) => (
          <label key={word} class={word === value ? "on" : ""}>
            <input
              type="radio"
              name={name}
              value={word}
              checked={word === value}
              onChange={() => pick(word)}
            />
            {label(word)}
          </label>
        ))}
      </div>
      {hint && <p class="hush">{t(hint)}</p>}
    </fieldset>
  );
}
const setter =
  <T extends string>(of: Signal<T>) =>
  (word: T): void =>
    void (of.value = word);

const speedWords = {
  off: "speedOff",
  quick: "speedQuick",
  natural: "speedNatural",
  step: "speedStep",
} as const;
const answerWords = { calm: "answerCalm", once: "answerOnce" } as const;
const soundWords = { off: "soundOff", soft: "soundSoft", full: "soundFull" } as const;
const confirmWords = { never: "confirmNever", ends: "confirmEnds" } as const;
const textWords = { usual: "textUsual", large: "textLarge", larger: "textLarger" } as const;
const paletteWords = { usual: "paletteUsual", safe: "paletteSafe" } as const;
const themeWords = { auto: "themeAuto", light: "light", dark: "dark" } as const;

export function SettingsSheet({ close }: { close: () => void }) {
  return (
    <Sheet title={t("settings")} close={close}>
      <div class="settings">
        <Choice
          name="speed"
          title="speedTitle"
          hint="speedHint"
          words={paces}
          value={speed.value}
          label={(word: Speed) => t(speedWords[word])}
          pick={setSpeed}
        />
        <Choice
          name="answer"
          title="answerTitle"
          words={answers}
          value={answering.value}
          label={(word) => t(answerWords[word])}
          pick={setter(answering)}
        />
        <Choice
          name="sound"
          title="soundTitle"
          words={sounds}
          value={sound.value}
          label={(word) => t(soundWords[word])}
          pick={(word) => {
            sound.value = word;
            play("counter"); // as loud as it will be
          }}
        />
        <Choice
          name="confirm"
          title="confirmTitle"
          words={confirms}
          value={confirming.value}
          label={(word) => t(confirmWords[word])}
          pick={setter(confirming)}
        />
        <Choice
          name="text"
          title="textTitle"
          words={textSizes}
          value={textSize.value}
          label={(word) => t(textWords[word])}
          pick={setter(textSize)}
        />
        <Choice
          name="palette"
          title="paletteTitle"
          hint="paletteHint"
          words={palettes}
          value={palette.value}
          label={(word) => t(paletteWords[word])}
          pick={setter(palette)}
        />
        <Choice
          name="theme"
          title="themeTitle"
          words={["auto", "light", "dark"] as const}
          value={theme.value}
          label={(word) => t(themeWords[word])}
          pick={setter(theme)}
        />
        <Choice
          name="lang"
          title="langTitle"
          words={["fr", "en"] as const}
          value={lang.value}
          label={(word) => (word === "fr" ? "Français" : "English")}
          pick={setter(lang)}
        />
        <p class="hush">{t("settingsKept")}</p>
      </div>
    </Sheet>
  );
}
