import type { german } from "./German.ts"

/** The form of a catalogue in any language: the same keys, functions with the same parameters, any texts. */
type Words<W> = W extends string
  ? string
  : W extends ReadonlyArray<string>
    ? ReadonlyArray<string>
    : W extends (...parameters: never) => unknown
      ? W
      : { readonly [K in keyof W]: Words<W[K]> }

type German = typeof german

let chosen: German | null = null

/** Makes the page German. Catalogues that were evaluated before stay English. */
export const speakGerman = (catalogues: German): void => {
  chosen = catalogues
}

/** Returns a catalogue in the language of the page. */
export const inLanguage = <W extends object>(
  english: W,
  germanOf: (catalogues: German) => Words<NoInfer<W>>
): Words<W> => (chosen === null ? (english as Words<W>) : germanOf(chosen))
