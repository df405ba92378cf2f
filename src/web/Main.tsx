import { render } from "preact"
import { arrived, isHere, place } from "./address/Address.ts"
import { App } from "./App.tsx"
import { session } from "./signin/Session.ts"
import { refusal, returned, signIn } from "./signin/SignIn.ts"

const show = (): void => {
  const root = document.getElementById("root")!
  // Preact keeps existing children.
  root.replaceChildren()
  render(<App />, root)
}

/** Prevents the browser from opening a file in place of the page if it is dropped outside a drop area. */
const stay = (event: DragEvent): void => {
  if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return
  event.preventDefault()
  event.dataTransfer.dropEffect = "none"
}
addEventListener("dragover", stay)
addEventListener("drop", stay)

if (isHere) await returned()
arrived()
// A first visit goes straight to the sign-in page. A user who signed out or was refused, or who brings a token, stays.
const stays = refusal.value !== null || place.value.query.has("token")
if (isHere && session.value === null && !stays) signIn()
else show()
