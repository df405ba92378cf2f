import { render } from "preact"
import { arrived, isHere, place } from "./address/Address.ts"
import { App } from "./App.tsx"
import { session } from "./signin/Session.ts"
import { refusal, returned, signIn } from "./signin/SignIn.ts"

const show = (): void => {
  const root = document.getElementById("root")!
  // Preact adds to what is there.
  root.replaceChildren()
  render(<App />, root)
}

/** A file that is dropped beside what takes it would be opened in place of the page. */
const stay = (event: DragEvent): void => {
  if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return
  event.preventDefault()
  event.dataTransfer.dropEffect = "none"
}
addEventListener("dragover", stay)
addEventListener("drop", stay)

if (isHere) await returned()
arrived()
// Who comes for the first time goes on to the page for passwords; who signed out, or comes with a token, stays.
const stays = refusal.value !== null || place.value.query.has("token")
if (isHere && session.value === null && !stays) signIn()
else show()
