import { limits } from "../../domain/Limits.ts"

/** The longest text of a file, in bytes of UTF-8; longer ones are cut. */
export const longestText = limits.textOfFile.most

/** The longest name of a set, a property, a material, a location or a code, in characters. */
export const longestName = limits.nameOfFile.most

/** The longest quotation from a file in a report or a message, in characters. */
export const longestQuote = 200

const encoder = new TextEncoder()
const room = new Uint8Array(longestText)

/** Returns the first `longestText` bytes of a text, without a partial character. */
export const cutText = (text: string): string => {
  if (text.length * 3 <= longestText || Buffer.byteLength(text) <= longestText) return text
  return text.slice(0, encoder.encodeInto(text, room).read)
}

/** Returns the first characters of a text, by default as many as a name may have. */
export const cutName = (text: string, most = longestName): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join("")
