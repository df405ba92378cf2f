import { computed, effect, signal } from "@preact/signals"
import { ofBrowser } from "./BrowserStorage.ts"

export const themes = ["system", "light", "dark"] as const
type Theme = (typeof themes)[number]

/** Name under which the browser keeps the choice. */
const key = "plinth-theme"

const kept = (): Theme => {
  const read = ofBrowser.text(key)
  return themes.find((theme) => theme === read) ?? "system"
}

const choice = signal(kept())

/** The theme that the user chose; `system` follows the device. */
export const chosenTheme = computed(() => choice.value)

const dark = matchMedia("(prefers-color-scheme: dark)")
const isDark = signal(dark.matches)
dark.addEventListener("change", () => (isDark.value = dark.matches))

/** The theme that is shown. */
export const theme = computed(() => (choice.value === "system" ? (isDark.value ? "dark" : "light") : choice.value))

// The styles follow the device unless the root element names a theme.
effect(() => {
  if (choice.value === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = choice.value
})

// Other windows of the browser follow.
addEventListener("storage", (event) => {
  if (event.key === key || event.key === null) choice.value = kept()
})

export const chooseTheme = (next: Theme): void => {
  choice.value = next
  ofBrowser.keep(key, next)
}
