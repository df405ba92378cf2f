import { render } from "preact"
import { arrived, isHere, place } from "./address/Address.ts"
import { App, invitationPath } from "./App.tsx"
import { session } from "./signin/Session.ts"
import { refusal, renew, returned, signIn } from "./signin/SignIn.ts"
import "./ui/Theme.ts"
import { locale } from "./words/Language.ts"

/** Returns whether this browser is signed in; waits as long as the service does not answer. */
const resumed = async (): Promise<boolean> => {
  for (;;) {
    try {
      return await renew()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
}

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

document.documentElement.lang = locale
if (isHere) await returned()
arrived()
// A first visit goes straight to the sign-in page. A user who was refused, or who brings a token, stays.
const stays = !isHere || session.value !== null || refusal.value !== null || place.value.query.has("token")
const isKnown = stays || (await resumed())
if (isKnown || place.value.path === invitationPath) show()
else signIn()
