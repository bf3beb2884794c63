// SPDX-License-Identifier: Apache-2.0
// A match with a friend: which side, what to be called. The link is made and copied by the button
// below, and stands in the waiting room.
import { myName } from "../people";
import { t } from "../text";
import { PaceSelect } from "./pace";
import type { Setup } from "./setup";
import { Sides } from "./sides";

export function Friend({ setup }: { setup: Setup }) {
  return (
    <>
      <PaceSelect setup={setup} />
      <p class="picks" role="group" aria-label={t("side")}>
        <Sides setup={setup} />
        <button
          type="button"
          aria-pressed={setup.drawn.value}
          onClick={() => (setup.drawn.value = true)}
        >
          {t("byChance")}
        </button>
      </p>
      <input
        class="name"
        type="text"
        maxLength={24}
        autocomplete="nickname"
        value={myName.value}
        aria-label={t("yourName")}
        placeholder={t("yourName")}
        onInput={(event) => (myName.value = event.currentTarget.value)}
      />
    </>
  );
}
