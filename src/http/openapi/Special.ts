const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const requestId = { "X-Request-Id": header("X-Request-Id") }

const bytes = { "*/*": { schema: { type: "string", format: "binary" } } }
const ranges = { "Accept-Ranges": { schema: { type: "string", enum: ["bytes"] } } }
const range = {
  ...ranges,
  "Content-Range": { schema: { type: "string", examples: ["bytes 0-99/1234"] } }
}
const readiness = { "application/json": { schema: { $ref: "#/components/schemas/Readiness" } } }

/** Members of an operation, and the statuses of the error answers beside them. */
export interface Special {
  readonly errors: ReadonlyArray<number>
  readonly operation: Readonly<Record<string, unknown>>
}

/** Endpoints whose bodies and answers are not what their declarations and policies say, by name. */
export const special: Readonly<Record<string, Special>> = {
  readiness: {
    errors: [500],
    operation: {
      responses: {
        "200": { description: "All of them answer", headers: requestId, content: readiness },
        "503": {
          description: "Some do not answer",
          headers: { ...requestId, "Retry-After": header("Retry-After") },
          content: readiness
        }
      }
    }
  },
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
        "200": { description: "The file", headers: { ...requestId, ...ranges }, content: bytes },
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
