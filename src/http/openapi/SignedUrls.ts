const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const requestId = { "X-Request-Id": header("X-Request-Id") }

const bytes = { "*/*": { schema: { type: "string", format: "binary" } } }
const range = {
  "Accept-Ranges": { schema: { type: "string", enum: ["bytes"] } },
  "Content-Range": { schema: { type: "string", examples: ["bytes 0-99/1234"] } }
}

/**
 * What the declarations of the two endpoints on bytes cannot say: their bodies are no JSON. Error statuses stand in
 * for those that the policy would give.
 */
export const signedUrls: Readonly<
  Record<string, { readonly errors: ReadonlyArray<number>; readonly operation: Readonly<Record<string, unknown>> }>
> = {
  upload: {
    errors: [400, 403, 413, 500, 503],
    operation: {
      requestBody: { required: true, description: "The bytes of the file; any media type", content: bytes },
      responses: { "200": { description: "The file is stored", headers: requestId } }
    }
  },
  download: {
    errors: [403, 404, 500, 503],
    operation: {
      responses: {
        "200": {
          description: "The file",
          headers: { ...requestId, "Accept-Ranges": range["Accept-Ranges"] },
          content: bytes
        },
        "206": {
          description: "The part that the header Range asks for",
          headers: { ...requestId, ...range },
          content: bytes
        },
        "302": { description: "The file lies elsewhere", headers: { ...requestId, Location: header("Location") } },
        "416": { description: "The part lies outside of the file", headers: { ...requestId, ...range } }
      }
    }
  }
}
