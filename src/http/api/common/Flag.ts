import * as Schema from "effect/Schema"

const words: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false]
])

/** A query parameter that is `true` or `false`, in any case of letters. It is false if absent. */
export const flag = (description: string) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.String.pipe(
        Schema.filter((text) => words.has(text.toLowerCase()), { message: () => "must be true or false" })
      ),
      Schema.Boolean,
      { strict: true, decode: (text) => words.get(text.toLowerCase())!, encode: String }
    ).annotations({ jsonSchema: { type: "boolean", default: false, description } }),
    { default: () => false }
  )
