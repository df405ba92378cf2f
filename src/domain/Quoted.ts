/** Characters of what was sent that an answer repeats at most (contract section 2.15). */
export const mostQuoted = 200

const mostOfText = 80

/** A caller's text as a sentence shows it: in quotes, on one line, not long. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > mostOfText ? `${text.slice(0, mostOfText)}…` : text)
