const backslash = 92
const quote = 39

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder("windows-1252")
const pages = new Map<number, InstanceType<typeof TextDecoder>>()

/** The page of `\P?\`: A is ISO 8859-1, B is 8859-2 … I is 8859-9. */
const page = (letter: number): InstanceType<typeof TextDecoder> => {
  const known = pages.get(letter)
  if (known !== undefined) return known
  const made = new TextDecoder(`iso-8859-${letter - 64}` as "iso-8859-2")
  pages.set(letter, made)
  return made
}

const hexadecimal = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Raw bytes beyond ASCII: UTF-8 where they are that, else windows-1252. */
const decodeRaw = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** The code points of `\X2\…` (4 digits each) or `\X4\…` (8), from `at`; ends at what is no group of digits. */
const readCodes = (bytes: Uint8Array, at: number, end: number, width: number): { text: string; at: number } => {
  let text = ""
  for (;;) {
    let code = 0
    for (let i = 0; i < width; i++) {
      const digit = at + i < end ? hexadecimal(bytes[at + i]) : -1
      if (digit < 0) {
        const closed =
          bytes[at] === backslash && bytes[at + 1] === 88 && bytes[at + 2] === 48 && bytes[at + 3] === backslash
        return { text, at: closed && at + 4 <= end ? at + 4 : at }
      }
      code = code * 16 + digit
    }
    text += width === 4 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"
    at += width
  }
}

/**
 * The text of a STEP string, its quotes taken off: `bytes[start .. end)`.
 *
 * Undoes `''`, `\\`, `\S\x`, `\P?\`, `\X\hh`, `\X2\…\X0\`, `\X4\…\X0\`, `\N\`; a backslash that begins none of these
 * stays. NULs and line breaks of the file are no part of it, a lone surrogate becomes U+FFFD.
 * Source: ISO 10303-21:2016, section 6.4.3.
 */
export const decodeText = (bytes: Uint8Array, start: number, end: number): string => {
  const parts: Array<string> = []
  let letter = 65
  let run = start
  let at = start
  const flush = (until: number) => {
    if (until > run) parts.push(decodeRaw(bytes.subarray(run, until)))
  }
  while (at < end) {
    const byte = bytes[at]!
    if (byte === quote && at + 1 < end && bytes[at + 1] === quote) {
      flush(at + 1)
      run = at += 2
    } else if (byte === 0 || byte === 10 || byte === 13) {
      flush(at)
      run = ++at
    } else if (byte === backslash) {
      const next = at + 1 < end ? bytes[at + 1]! : 0
      const third = at + 2 < end ? bytes[at + 2]! : 0
      const fourth = at + 3 < end ? bytes[at + 3]! : -1
      let text: string | undefined
      let after = at
      if (next === backslash) {
        text = "\\"
        after = at + 2
      } else if (next === 83 && third === backslash && fourth >= 0) {
        text = page(letter).decode(Uint8Array.of(fourth | 0x80))
        after = at + 4
      } else if (next === 80 && third >= 65 && third <= 73 && fourth === backslash) {
        letter = third
        text = ""
        after = at + 4
      } else if (next === 78 && third === backslash) {
        text = "\n"
        after = at + 3
      } else if (next === 88 && third === backslash && at + 5 <= end && hexadecimal(fourth) >= 0) {
        const low = hexadecimal(bytes[at + 4])
        if (low >= 0) {
          text = String.fromCharCode(hexadecimal(fourth) * 16 + low)
          after = at + 5
        }
      } else if (next === 88 && (third === 50 || third === 52) && fourth === backslash) {
        const codes = readCodes(bytes, at + 4, end, third === 50 ? 4 : 8)
        text = codes.text
        after = codes.at
      } else if (next === 88 && third === 48 && fourth === backslash) {
        text = ""
        after = at + 4
      }
      if (text === undefined) at++
      else {
        flush(at)
        if (text !== "") parts.push(text)
        run = at = after
      }
    } else at++
  }
  flush(end)
  return parts.join("").replaceAll("\0", "").toWellFormed()
}
