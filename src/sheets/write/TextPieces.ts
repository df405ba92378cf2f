/** The size of the pieces in which files are written, in bytes. */
export const pieceBytes = 1024 * 1024

/** The length of texts that are encoded at once, in UTF-16 units. */
export const textLength = 16 * 1024

/** Encodes texts as UTF-8 in pieces of at most `pieceBytes`. Lone surrogates become U+FFFD. */
export function* encoded(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  let buffer = Buffer.allocUnsafeSlow(pieceBytes)
  let length = 0
  for (const text of texts) {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    if (text.length * 3 <= pieceBytes - length) {
      length += buffer.write(text, length, "utf8")
      continue
    }
    if (length > 0) yield new Uint8Array(buffer.buffer, 0, length)
    buffer = Buffer.allocUnsafeSlow(pieceBytes)
    length = 0
    if (text.length * 3 <= pieceBytes) length = buffer.write(text, 0, "utf8")
    else yield* pieces(Buffer.from(text, "utf8"))
  }
  if (length > 0) yield new Uint8Array(buffer.buffer, 0, length)
}

/** Splits bytes into pieces of at most `pieceBytes`, copied unless they are one piece that fills its buffer. */
export function* pieces(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { buffer, length } = bytes
  if (length > 0 && length <= pieceBytes && length === buffer.byteLength) {
    yield new Uint8Array(buffer as ArrayBuffer)
    return
  }
  for (let at = 0; at < bytes.length; at += pieceBytes) yield new Uint8Array(bytes.subarray(at, at + pieceBytes))
}
