/** Smallest number of characters: a shorter password can be guessed. */
export const leastCharacters = 8
/** Largest number of bytes in UTF-8: longer passwords are no safer and take longer to hash. */
export const mostBytes = 1024

/**
 * Returns the form of a password that is hashed: composed, so that it is the same from every keyboard (RFC 8265,
 * section 4.2).
 */
export const prepared = (text: string): string => text.normalize("NFC")

/** Returns why a text cannot be a password, or null if it can. */
export const passwordFault = (text: string): string | null => {
  const password = prepared(text)
  if (password.includes("\0") || !password.isWellFormed()) return "The password holds NUL or half of a character."
  // Characters as people count them, not UTF-16 units.
  if (Array.from(password).length < leastCharacters)
    return `The password must have at least ${leastCharacters} characters.`
  if (Buffer.byteLength(password) > mostBytes) return `The password must have at most ${mostBytes} bytes.`
  return null
}
