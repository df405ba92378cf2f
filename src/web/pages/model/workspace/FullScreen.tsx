import { useEffect, useState } from "preact/hooks"
import { texts } from "../ModelTexts.ts"
import { Icon } from "../view/Icon.tsx"

/** Renders the button that shows the workspace on the whole screen; nothing if the browser cannot. */
export const FullScreen = () => {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener("fullscreenchange", changed)
    return () => document.removeEventListener("fullscreenchange", changed)
  }, [])
  if (!document.fullscreenEnabled) return null
  const name = isFull ? texts.workspace.fullEnd : texts.workspace.full
  return (
    <button
      type="button"
      class="tool"
      aria-pressed={isFull}
      title={name}
      onClick={({ currentTarget }) => {
        // A browser may refuse; the page then stays as it is.
        void (isFull ? document.exitFullscreen() : currentTarget.closest(".model")?.requestFullscreen())?.catch(
          () => null
        )
      }}
    >
      <Icon of="full" />
      <span>{texts.workspace.full}</span>
    </button>
  )
}
