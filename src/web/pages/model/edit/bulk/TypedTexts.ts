import { inLanguage } from "../../../../words/Words.ts"

/** English texts about typed and pasted values that cannot be read; loaded with the page of a model. */
export const words = {
  notNumber: (text: string): string => `"${text}" is no number.`,
  notInteger: (text: string): string => `"${text}" is no whole number.`,
  notBoolean: (text: string): string => `"${text}" is neither true nor false.`,
  notDate: (text: string): string => `"${text}" is no date; the other values here are dates.`,
  notWord: (text: string, words: ReadonlyArray<string>): string =>
    `"${text}" is none of the words: ${words.slice(0, 12).join(", ")}${words.length > 12 ? ", …" : ""}.`
} as const

/** All texts about typed and pasted values that cannot be read. */
export const texts = inLanguage(words, (german) => german.typed)
