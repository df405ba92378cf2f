import { Copy } from "./Copy.tsx"
import { Dialog } from "./Dialog.tsx"

/** Renders a dialog with a secret that the service shows only once, to copy it. */
export const ShownOnce = (properties: {
  readonly secret: string
  readonly words: { readonly made: string; readonly madeAbout: string; readonly copy: string; readonly done: string }
  readonly close: () => void
}) => {
  const { close, secret, words } = properties
  return (
    <Dialog title={words.made} close={close}>
      <p>{words.madeAbout}</p>
      <p>
        <code>{secret}</code>
      </p>
      <footer>
        <Copy label={words.copy} text={secret} />
        <button type="button" class="primary" onClick={close}>
          {words.done}
        </button>
      </footer>
    </Dialog>
  )
}
