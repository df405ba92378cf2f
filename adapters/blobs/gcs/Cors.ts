import * as Schema from "effect/Schema"

/** A CORS rule of a bucket. */
export const CorsRule = Schema.Struct({
  origin: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  method: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  responseHeader: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
})
export type CorsRule = typeof CorsRule.Type

/**
 * Returns the methods that the rules do not allow to pages in browsers. Pages upload by PUT with a media type, and
 * follow redirects from the service, which makes their origin `null`: only rules for any origin (`*`) allow that.
 */
export const missingIn = (rules: ReadonlyArray<CorsRule>): ReadonlyArray<"GET" | "PUT"> => {
  const isFor = (method: string, header: string | null) =>
    rules.some(
      (rule) =>
        rule.origin.includes("*") &&
        rule.method.some((name) => name === "*" || name.toUpperCase() === method) &&
        (header === null || rule.responseHeader.some((name) => name === "*" || name.toLowerCase() === header))
    )
  return [
    ...(isFor("GET", null) ? [] : (["GET"] as const)),
    ...(isFor("PUT", "content-type") ? [] : (["PUT"] as const))
  ]
}
