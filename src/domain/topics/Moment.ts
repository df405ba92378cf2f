import * as Schema from "effect/Schema"
import { timeOf } from "../Time.ts"

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Returns the time of a date of the BCF standards in milliseconds since 1970, or null if the text is none. Dates without
 * a zone are in UTC; the colon of a zone is optional.
 */
export const millisecondsOf = (text: string): number | null => {
  const parts = form.exec(text.trim())
  if (parts === null) return null
  const [, day, time = "00:00:00", zone = "Z"] = parts
  const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const at = Date.parse(`${day}T${time}${colon}`)
  return Number.isNaN(at) ? null : at
}

/** A date as a client sends it, kept in UTC. */
export const Moment = Schema.transform(
  Schema.String.pipe(
    Schema.filter((text) => millisecondsOf(text) !== null || "must be a date such as 2026-04-28T16:31:12Z", {
      jsonSchema: { type: "string", format: "date-time" }
    })
  ),
  Schema.String,
  { strict: true, decode: (text) => timeOf(millisecondsOf(text) ?? 0), encode: (text) => text }
)
