// SPDX-License-Identifier: Apache-2.0
// A link to give away: a field that shows it, a button that copies it, what it is good for.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "../home/icons";
import { type Link, copied } from "../people";
import { t } from "../text";

export function LinkBox(props: { link: Link; label: string; done?: boolean; main?: boolean }) {
  const { href, local } = props.link,
    told = useSignal<"" | "done" | "failed">(props.done ? "done" : ""),
    field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    told.value = (await copied(href)) ? "done" : "failed";
    if (told.value === "failed") field.current?.select();
  };
  return (
    <div class="link-box">
      <label>
        <span class="label">{props.label}</span>
        <input
          ref={field}
          type="text"
          class="link"
          readOnly
          value={href}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <p class="row">
        <button
          type="button"
          class={`act copy ${props.main === false ? "" : "main"}`}
          onClick={() => void copy()}
        >
          <Icon name="copy" />
          {t("copyLink")}
        </button>
        {typeof navigator.share === "function" && (
          <button
            type="button"
            onClick={() => void navigator.share({ url: href }).catch(() => undefined)}
          >
            {t("shareLink")}
          </button>
        )}
      </p>
      <p class="told-copied" role="status">
        {told.value === "done" && (
          <>
            <Icon name="check" />
            {t("copiedPaste")}
          </>
        )}
        {told.value === "failed" && t("notCopied")}
      </p>
      {local && (
        <p class="local">
          {t("localLink")} <code>./run --share</code> {t("localLinkThen")}
        </p>
      )}
    </div>
  );
}
