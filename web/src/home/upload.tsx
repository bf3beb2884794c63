// SPDX-License-Identifier: Apache-2.0
// A match file to watch. One that cannot be read is refused where it was chosen, with its line.
import { useSignal } from "@preact/signals";
import { house } from "../house";
import { go } from "../router";
import { type TableError, troubleOf } from "../table";
import { both, colon, t } from "../text";

export function Upload() {
  const trouble = useSignal<TableError | null>(null);
  const fail = (error: unknown) => (trouble.value = troubleOf(error));
  const found = trouble.value;
  return (
    <section class="upload">
      <p class="file">
        <b>{t("watchFile")}</b>
        <span id="upload-hint">{t("watchFileHint")}</span>
        <input
          type="file"
          class="live"
          id="upload"
          aria-describedby="upload-hint"
          accept=".gg,.txt,text/plain"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            trouble.value = null;
            if (file)
              void file
                .text()
                .then(house.upload)
                .then((id) => go(`/m/${id}#0`), fail);
            event.currentTarget.value = ""; // the same file may be tried again
          }}
        />
        <label for="upload" class="act">
          {t("pickFile")}
        </label>
      </p>
      {found && (
        <p class="trouble" role="alert">
          <b>
            {t("badFile")}
            {found.line ? ` (${t("line")} ${found.line})` : ""}
          </b>
          {colon()}
          {both(found)}
        </p>
      )}
    </section>
  );
}
