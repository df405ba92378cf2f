import { choose } from "../../../address/Address.ts"
import { texts } from "../ModelTexts.ts"

/** Renders a note that an older version is shown, with a button to the latest. */
export const OlderNote = () => (
  <p class="older" role="status">
    {texts.versions.olderNote}{" "}
    <button
      type="button"
      class="link"
      onClick={() => {
        document.getElementById("content")?.focus({ preventScroll: true })
        choose({ version: null })
      }}
    >
      {texts.versions.latest}
    </button>
  </p>
)
