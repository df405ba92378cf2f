const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder("windows-1252")
const pages = new Map<string, InstanceType<typeof TextDecoder>>()

/** Returns the decoder of a `\P?\` page: A is ISO 8859-1, B is 8859-2 … I is 8859-9. */
const page = (letter: string): InstanceType<typeof TextDecoder> =>
  pages.getOrInsertComputed(letter, () => new TextDecoder(`iso-8859-${letter.charCodeAt(0) - 64}` as "iso-8859-2"))

/** Decodes raw bytes beyond ASCII: as UTF-8 if they are valid, otherwise as windows-1252. */
const decodeRaw = (bytes: Uint8Array, onOther: () => void): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    onOther()
    return windows1252.decode(bytes)
  }
}

/** Decodes hexadecimal code points of `width` digits each; the digits of an incomplete group are kept as text. */
const decodeCodes = (digits: string, width: number): string => {
  const whole = digits.length - (digits.length % width)
  const parts: Array<string> = []
  for (let i = 0; i < whole; i += width) {
    const code = Number.parseInt(digits.slice(i, i + width), 16)
    parts.push(code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd")
  }
  return parts.join("") + digits.slice(whole)
}

/** Control characters of the file, such as line ends, which are ignored in every token. */
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\u001f]/g

/** Returns the text without control characters. */
export const withoutControls = (text: string): string => text.replaceAll(controls, "")

/** 1 for bytes that need decoding: control characters, quotes, backslashes and everything beyond ASCII. */
const special = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === 39 || byte === 92 || byte > 126 ? 1 : 0
)

/** Returns whether a text is written as it is, so that it needs no decoding. */
export const isPlain = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) if (special[bytes[i]!] === 1) return false
  return true
}

const escapes = /''|\\(?:\\|[NF]\\|S\\([^])|P([A-I])\\|X\\([\dA-Fa-f]{2})|X2\\([\dA-Fa-f]*)|X4\\([\dA-Fa-f]*)|X0\\)/g

/**
 * Decodes a STEP string without its quotes, `bytes[start .. end)`.
 *
 * Decodes `''`, `\\`, `\S\x`, `\P?\`, `\X\hh`, `\X2\…\X0\`, `\X4\…\X0\`; a backslash that begins none of these is kept.
 * Control characters of the file, which may also be inside of these, and the print controls `\N\` and `\F\` are removed,
 * as are encoded NULs. A lone surrogate becomes U+FFFD.
 *
 * Source: ISO 10303-21:2016, sections 5.2 and 6.4.3.
 *
 * @param onOther is called if bytes beyond ASCII are no UTF-8
 */
export const decodeText = (bytes: Uint8Array, start: number, end: number, onOther = () => {}): string => {
  let letter = "A"
  return withoutControls(decodeRaw(bytes.subarray(start, end), onOther))
    .replace(escapes, (escape, shifted?: string, named?: string, byte?: string, two?: string, four?: string) => {
      if (escape === "''") return "'"
      if (escape === "\\\\") return "\\"
      if (shifted !== undefined) return page(letter).decode(Uint8Array.of(shifted.charCodeAt(0) | 0x80))
      if (byte !== undefined) return decodeCodes(byte, 2)
      if (two !== undefined) return decodeCodes(two, 4)
      if (four !== undefined) return decodeCodes(four, 8)
      letter = named ?? letter
      return ""
    })
    .replaceAll("\0", "")
    .toWellFormed()
}
