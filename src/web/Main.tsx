import { render } from "preact"
import { arrived, isHere } from "./address/Address.ts"
import { App } from "./App.tsx"
import { session } from "./signin/Session.ts"
import { refusal, returned, signIn } from "./signin/SignIn.ts"

const show = (): void => {
  const root = document.getElementById("root")!
  // Preact adds to what is there.
  root.replaceChildren()
  render(<App />, root)
}

if (isHere) await returned()
arrived()
// Who comes for the first time goes on to the page for passwords; who signed out stays.
if (isHere && session.value === null && refusal.value === null) signIn()
else show()
