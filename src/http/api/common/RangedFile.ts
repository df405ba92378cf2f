/** The content of a response or a request that is a file of any media type. */
export const bytes = { "*/*": { schema: { type: "string", format: "binary" } } }

const tag = { ETag: { schema: { type: "string" } } }
const whole = { "Accept-Ranges": { schema: { type: "string", enum: ["bytes"] } }, ...tag }
const part = { ...whole, "Content-Range": { schema: { type: "string", examples: ["bytes 0-99/1234"] } } }

/** The responses to GET of a file, of which a client may ask for a part. */
export const ofRangedFile = {
  200: { description: "The file", headers: whole, content: bytes },
  206: { description: "The part of the file that the header Range requests", headers: part, content: bytes },
  304: { description: "The client has the file already, as `If-None-Match` says", headers: whole },
  416: { description: "The requested part lies outside the file", headers: part }
}

/** The sentence about them in a description. */
export const takesRange =
  "HEAD is supported, and Range with one range; a Range with an `If-Range` that is not the `ETag` of the file returns the whole file."
