import * as Schema from "effect/Schema"

const form = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Returns whether a text is a time by RFC 3339 (without leap seconds) whose day exists. */
const isTime = (text: string): boolean => {
  const day = form.exec(text)?.[1]
  if (day === undefined) return false
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** A time that clients send, by RFC 3339 with any offset; in our code milliseconds since 1970. */
export const SentTime = Schema.transform(
  Schema.String.pipe(
    Schema.filter((text) => isTime(text) || "must be a time by RFC 3339, such as 2030-01-31T12:00:00Z", {
      jsonSchema: { type: "string", format: "date-time" }
    })
  ),
  Schema.Number,
  { strict: true, decode: (text) => Date.parse(text.toUpperCase()), encode: (millis) => new Date(millis).toISOString() }
)

/** Returns a time, in milliseconds since 1970, as answers show it. */
export const timeOf = (millis: number): string => new Date(millis).toISOString()
