import * as Schema from "effect/Schema"

/** Returns the schema of a query parameter that is an integer from 1. */
export const positive = (max: number, fallback: number) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.String.pipe(
        Schema.filter((text) => /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= max, {
          message: () => `must be an integer from 1${max === maxPage ? "" : ` to ${max}`}`
        })
      ),
      Schema.Number,
      { strict: true, decode: Number, encode: String }
    ).annotations({ jsonSchema: { type: "integer", minimum: 1, maximum: max, default: fallback } }),
    { default: () => fallback }
  )

const maxPage = Number.MAX_SAFE_INTEGER

/** The requested part of a list: `page` from 1; `pageSize` 1 to 5000, 1000 if absent (contract section 2.6). */
export const Paging = Schema.Struct({
  page: positive(maxPage, 1),
  pageSize: positive(5000, 1000)
})
export type Paging = typeof Paging.Type

/** The members of a response that describe its page. */
export const paged = { totalCount: Schema.Int, page: Schema.Int, pageSize: Schema.Int }
