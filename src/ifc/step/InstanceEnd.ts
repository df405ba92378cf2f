import { endOfBinary, endOfComment, endOfText, isDigit } from "./StepLexer.ts"

/** 1 for bytes that end or may end the arguments of an instance. */
const stops = new Uint8Array(256)
/** 1 for pairs of bytes that contain such a byte. */
const stopsInPair = new Uint8Array(65_536)
for (const stop of "'\"/;=") {
  const code = stop.codePointAt(0)!
  stops[code] = 1
  for (let other = 0; other < 256; other++) stopsInPair[(code << 8) | other] = stopsInPair[(other << 8) | code] = 1
}

/** Returns the offset of the `#12` before the `=` at `at`, or -1 if there is none. */
const instanceBefore = (bytes: Uint8Array, at: number, start: number): number => {
  let i = at - 1
  while (i > start && bytes[i]! <= 32) i--
  const last = i
  while (i > start && isDigit(bytes[i]!)) i--
  return i < last && bytes[i] === 35 ? i : -1
}

/**
 * Returns what the end of the file cuts, if it cuts the instance whose arguments begin at `open`: a text, a comment, or
 * the instance between two of its tokens.
 */
export const cutBy = (bytes: Uint8Array, open: number, instance: string): string => {
  for (let at = open + 1; at < bytes.length;) {
    const byte = bytes[at]!
    const isText = byte === 39
    const isComment = byte === 47 && bytes[at + 1] === 42
    const end = isText
      ? endOfText(bytes, at, bytes.length)
      : isComment
        ? endOfComment(bytes, at, bytes.length)
        : byte === 34
          ? endOfBinary(bytes, at)
          : at + 1
    if (end < 0) return `${isText ? "a text" : "a comment"} of ${instance}`
    at = end
  }
  return instance
}

/**
 * Returns the offset after the instance whose arguments begin at `open`: after its `;`, or at the next instance if that
 * is missing. Returns -1 if the file ends before, and -2 - offset of the next instance if a text is unterminated.
 *
 * It is a separate function because it is called for every instance: the JIT compiler optimizes functions that are
 * entered often sooner and better than long-running loops.
 */
export const endOfInstance = (bytes: Uint8Array, view: DataView, open: number): number => {
  const length = bytes.length
  const eight = length - 8
  let at = open + 1
  for (;;) {
    while (at < eight) {
      const four = view.getInt32(at)
      const next = view.getInt32(at + 4)
      const inFour = stopsInPair[four & 0xffff]! | stopsInPair[four >>> 16]!
      if ((inFour | stopsInPair[next & 0xffff]! | stopsInPair[next >>> 16]!) !== 0) break
      at += 8
    }
    while (at < length && stops[bytes[at]!] === 0) at++
    if (at >= length) return -1
    const stop = bytes[at]!
    if (stop === 59) return at + 1
    if (stop === 39) {
      at = endOfText(bytes, at, length)
      if (at < 0) return -1 - at < length ? at - 1 : -1
    } else if (stop === 61) {
      const before = instanceBefore(bytes, at, open)
      if (before > 0) return before
      at++
    } else if (stop === 47 && bytes[at + 1] === 42) {
      at = endOfComment(bytes, at, length)
      if (at < 0) return -1
    } else if (stop === 34) at = endOfBinary(bytes, at)
    else at++
  }
}
