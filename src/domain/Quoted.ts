/** Largest number of sent characters that an answer repeats (contract section 2.15). */
export const mostQuoted = 200

const mostOfText = 80

/** Returns a caller's text for use in a sentence: in quotes, on one line, and cut after 80 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > mostOfText ? `${text.slice(0, mostOfText)}…` : text)
