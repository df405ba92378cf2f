import { effect } from "@preact/signals"
import { h, render } from "preact"
import { texts } from "../Texts.ts"
import { Copy } from "../ui/Copy.tsx"
import { ThemeChoice } from "../ui/Preferences.tsx"
import { theme } from "../ui/Theme.ts"
import { shownGuide } from "./Place.ts"
import { begin } from "./Reference.ts"
import { watchSearch } from "./Search.ts"
import { watchSession } from "./UseSession.ts"

// The library that shows the operations follows this class.
effect(() => void document.documentElement.classList.toggle("dark-mode", theme.value === "dark"))

render(h(ThemeChoice, null), document.getElementById("theme")!)

for (const block of document.querySelectorAll(".guide pre")) {
  const corner = document.createElement("div")
  corner.className = "copy"
  block.before(corner)
  render(h(Copy, { label: texts.user.copy, text: block.textContent.trimEnd() }), corner)
}

const contents = document.querySelector<HTMLDetailsElement>("#contents")!
const narrow = matchMedia("(max-width: 60rem)")
const fold = (): void => void (contents.open = !narrow.matches)
narrow.addEventListener("change", fold)
fold()

/** Follows the address, which names a guide or one of its headings, or an operation or a group of them (`#/…`). */
const arrived = (): void => {
  const guide = shownGuide()
  const own = guide === null ? location.hash.split("/").slice(0, 2).join("/") || "#/" : `#${guide.id}`
  for (const link of contents.querySelectorAll("a")) {
    if (link.getAttribute("href") === own) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  const title = guide?.querySelector("h1")?.textContent
  document.title = title === undefined ? "Plinth API" : `${title} · Plinth API`
  if (guide === null) begin(location.hash)
}

addEventListener("hashchange", arrived)
// A link to where the reader is already shows the place again.
contents.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLAnchorElement)) return
  if (target.hash === location.hash) arrived()
  if (narrow.matches) contents.open = false
})
watchSession()
watchSearch()
arrived()
