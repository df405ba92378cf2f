/** A text of a file: longer ones are cut. In bytes of UTF-8; what people write about a thing is a hundredth of that. */
export const longestText = 64 * 1024

/** The name of a set, a property, a material, a location or a code, in characters: lists and indices hold them. */
export const longestName = 1024

/** What a report or a message quotes of a file, in characters. */
export const longestQuote = 200

const encoder = new TextEncoder()
const room = new Uint8Array(longestText)

/** The first `longestText` bytes of a text, without part of a character. */
export const cutText = (text: string): string => {
  if (text.length * 3 <= longestText || Buffer.byteLength(text) <= longestText) return text
  return text.slice(0, encoder.encodeInto(text, room).read)
}

/** The first characters of a text, as many as a name may have or as are asked for. */
export const cutName = (text: string, most = longestName): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join("")
