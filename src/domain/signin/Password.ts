/** Fewer characters are guessed. */
export const leastCharacters = 8
/** More bytes of UTF-8 make nobody safer, and are more to hash. */
export const mostBytes = 1024

/** A password as it is hashed: composed, so that it is the same from every keyboard (RFC 8265, section 4.2). */
export const prepared = (text: string): string => text.normalize("NFC")

/** Why a text is no password; null where it is one. */
export const passwordFault = (text: string): string | null => {
  const password = prepared(text)
  if (password.includes("\0") || !password.isWellFormed()) return "The password holds NUL or half of a character."
  // Characters as people count them, not UTF-16 units.
  if (Array.from(password).length < leastCharacters)
    return `The password must have at least ${leastCharacters} characters.`
  if (Buffer.byteLength(password) > mostBytes) return `The password must have at most ${mostBytes} bytes.`
  return null
}
