import { ofBrowser } from "../ui/BrowserStorage.ts"

/** Languages of the page, each by its own name. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

/** Returns the language of a tag such as `de-AT`; null if the page does not have it. */
const languageIn = (tag: string): Language | null => {
  const found = tag.toLowerCase().split("-")[0]!
  return isLanguage(found) ? found : null
}

/**
 * Returns the language of the page and the locale of its numbers and dates.
 *
 * @param chosen the language that the user chose in this browser; null if there is none
 * @param preferred the browser's languages, the most preferred first
 */
export const resolve = (
  chosen: string | null,
  preferred: ReadonlyArray<string>
): { readonly language: Language; readonly locale: string } => {
  const known = preferred.map(languageIn).find((language) => language !== null)
  const language = languageIn(chosen ?? "") ?? known ?? "en"
  return { language, locale: preferred.find((tag) => languageIn(tag) === language) ?? language }
}

/** Name under which the browser keeps the choice. */
const key = "plinth-language"

/** Language and locale of the page; they stay the same until it is loaded again. */
export const { language, locale } = resolve(ofBrowser.text(key), globalThis.navigator?.languages ?? [])

/** Chooses the language of the page and loads it again, at the same address. */
export const chooseLanguage = (next: Language): void => {
  if (ofBrowser.keep(key, next)) location.reload()
}
