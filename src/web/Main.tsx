import { render } from "preact"

const App = () => <main>Plinth</main>

const root = document.getElementById("root")!
// Preact adds to what is there.
root.replaceChildren()
render(<App />, root)
