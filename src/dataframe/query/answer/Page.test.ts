import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { encode } from "../../table/Container.ts"
import * as Page from "./Page.ts"
import { open } from "../../table/ProductTable.ts"
import { volume } from "../../../testing/Volume.ts"
import * as RandomContent from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import * as Reference from "../../testing/Reference.ts"

const seed = Number(process.env["SEED"] ?? 20261121)
const models = volume(50, 500)
const queries = 40
/** Models with more distinct values than one Arquero frame evaluates. */
const largeModels = volume(2, 8)

describe(`pages equal the reference implementation, seed ${seed}`, () => {
  test(`${(models + largeModels) * queries} random pages are identical`, () => {
    const random = new Random(seed)
    for (let m = 0; m < models + largeModels; m++) {
      const content = RandomContent.content(random, m >= models)
      const table = open(encode(content, { modelGuid: RandomContent.modelGuid }))
      const reference = Reference.make(content, RandomContent.modelGuid)
      const view = RandomQuery.view(random, content)
      const expectedOf = reference(view)
      for (let q = 0; q < queries; q++) {
        const fields = RandomQuery.fields(random, content)
        const filters = RandomQuery.filters(random, content)
        const [page, pageSize] = [1 + random.below(3), random.pick([1, 3, 50, 5000])]
        const where = random.chance(0.5) ? RandomQuery.condition(random, content) : undefined
        const expected = expectedOf(fields, filters, page, pageSize, where)
        const found = Page.query(table, view, { fields, filters, page, pageSize, ...(where && { where }) })
        const shown = Either.match(found, {
          onLeft: (error) => ("index" in error ? JSON.stringify(error.index) : error.details),
          onRight: (bytes) => new TextDecoder().decode(bytes)
        })
        if (shown !== JSON.stringify(expected)) {
          expect({ m, q, fields, filters, where, page, pageSize, shown }).toEqual({
            m,
            q,
            fields,
            filters,
            where,
            page,
            pageSize,
            shown: JSON.stringify(expected)
          })
        }
      }
    }
  })
})
