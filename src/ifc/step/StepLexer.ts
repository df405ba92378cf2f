/** 1 for letters, digits and the underscore. */
export const isWord = Uint8Array.from({ length: 256 }, (_, byte) => (/\w/.test(String.fromCharCode(byte)) ? 1 : 0))

export const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

/**
 * Returns the first offset from `at` that is neither white space, NUL nor in a comment; `end` if a comment is
 * unterminated.
 */
export const skipSpace = (bytes: Uint8Array, at: number, end: number): number => {
  for (;;) {
    while (at < end && bytes[at]! <= 32) at++
    if (at + 1 >= end || bytes[at] !== 47 || bytes[at + 1] !== 42) return at
    const close = endOfComment(bytes, at, end)
    if (close < 0) return end
    at = close
  }
}

/** Returns the offset after the comment that begins at `at`, or -1 if it is unterminated. */
export const endOfComment = (bytes: Uint8Array, at: number, end: number): number => {
  for (let i = at + 2; i + 1 < end; i++) {
    i = bytes.indexOf(42, i)
    if (i < 0 || i + 1 >= end) return -1
    if (bytes[i + 1] === 47) return i + 2
  }
  return -1
}

/**
 * Returns whether the apostrophe at `at` is the character of a `\S\'`, which is data, not the end of its string. The
 * backslash before the S must not itself be the second half of `\\`.
 */
const isShifted = (bytes: Uint8Array, at: number, start: number): boolean => {
  const previous = bytes[at - 1]!
  if (previous !== 92 && previous >= 32) return false
  const last = before(bytes, at, start)
  if (bytes[last] !== 92) return false
  const letter = before(bytes, last, start)
  if (bytes[letter] !== 83) return false
  let slashes = 0
  for (let i = before(bytes, letter, start); i >= start && bytes[i] === 92; i = before(bytes, i, start)) slashes++
  return slashes % 2 === 1
}

/** Returns the offset of the last byte before `at` that is no control character; less than `start` if there is none. */
const before = (bytes: Uint8Array, at: number, start: number): number => {
  let i = at - 1
  while (i >= start && bytes[i]! < 32) i--
  return i
}

/** Returns the first offset from `at` that is no control character. They are ignored in every token. */
export const skipControls = (bytes: Uint8Array, at: number, end: number): number => {
  while (at < end && bytes[at]! < 32) at++
  return at
}

/** Returns the offset after the word at `at`, which may contain control characters. */
export const endOfWord = (bytes: Uint8Array, at: number, end: number): number => {
  for (;;) {
    while (at < end && isWord[bytes[at]!] === 1) at++
    if (at >= end || bytes[at]! >= 32) return at
    const next = skipControls(bytes, at, end)
    if (next === end || isWord[bytes[next]!] === 0) return at
    at = next
  }
}

/** Returns whether an instance (`#12=`) begins at `at`, after a `;` or a line break and optional white space. */
export const beginsInstance = (bytes: Uint8Array, at: number, end: number): boolean => {
  let before = at - 1
  for (let i = 0; i < 8 && before >= 0 && (bytes[before] === 32 || bytes[before] === 9); i++) before--
  const byte = bytes[before]
  if (byte !== 59 && byte !== 10 && byte !== 13) return false
  let i = at + 1
  while (i < end && i < at + 20 && bytes[i]! >= 48 && bytes[i]! <= 57) i++
  if (i === at + 1) return false
  while (i < end && i < at + 28 && bytes[i]! <= 32) i++
  return bytes[i] === 61
}

/** 1 for bytes at which a text ends, or turns out to be unterminated. */
const endsText = new Uint8Array(256)
endsText[39] = endsText[35] = 1

/**
 * Returns the offset after the closing quote of the string that begins at `at`, or -1 - offset of where it stops
 * without one. Most texts end at their first quote; it is a short function, so that the compiler makes it a part of the
 * loops that call it.
 */
export const endOfText = (bytes: Uint8Array, at: number, end: number): number => {
  let i = at + 1
  while (i < end && endsText[bytes[i]!] === 0) i++
  const before = bytes[i - 1]!
  const after = bytes[i + 1]!
  return bytes[i] === 39 && i < end && before !== 92 && before >= 32 && after !== 39 && after >= 32
    ? i + 1
    : endOfUnusualText(bytes, i, at + 1, end)
}

/** Continues `endOfText` at `i`, in a string whose first character is at `start`. */
const endOfUnusualText = (bytes: Uint8Array, i: number, start: number, end: number): number => {
  for (;;) {
    while (i < end && endsText[bytes[i]!] === 0) i++
    if (i >= end) return -1 - end
    const byte = bytes[i]!
    if (byte === 39 && !isShifted(bytes, i, start)) {
      const after = bytes[i + 1]!
      if (after === 39 && i + 1 < end) i += 2
      else {
        const next = after < 32 ? skipControls(bytes, i + 1, end) : end
        if (next >= end || bytes[next] !== 39) return i + 1
        i = next + 1
      }
    } else if (byte === 35 && beginsInstance(bytes, i, end)) return -1 - i
    else i++
  }
}

/** Returns the offset after the binary literal that begins at `at`, or after its quote if it is none. */
export const endOfBinary = (bytes: Uint8Array, at: number): number => {
  let end = at + 1
  while (end < bytes.length && isWord[bytes[end]!] === 1) end++
  return bytes[end] === 34 ? end + 1 : at + 1
}
