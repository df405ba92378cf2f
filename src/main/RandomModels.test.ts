import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import process from "node:process"
import { encode } from "../dataframe/table/Container.ts"
import * as Page from "../dataframe/query/answer/Page.ts"
import { open } from "../dataframe/table/ProductTable.ts"
import { modelGuid } from "../dataframe/testing/RandomContent.ts"
import { Random } from "../testing/Random.ts"
import * as RandomQuery from "../dataframe/testing/RandomQuery.ts"
import * as Reference from "../dataframe/testing/Reference.ts"
import { content } from "../dataframe/testing/TestContent.ts"
import { readModel } from "../ifc/ReadModel.ts"
import { volume } from "../testing/Volume.ts"
import * as RandomIfc from "./testing/RandomIfc.ts"

const seed = Number(process.env["SEED"] ?? 20261121)
const models = volume(100, 500)
const queries = 40

describe(`queries of random IFC files, seed ${seed}`, () => {
  test(`${models * queries} pages of ${models} files equal those of the reference`, () => {
    const random = new Random(seed)
    for (let m = 0; m < models; m++) {
      const { text, expected } = RandomIfc.make(random)
      const read = Either.getOrThrow(readModel(new TextEncoder().encode(text)))
      const table = open(encode(read.content, { modelGuid }))
      const told = content(expected)
      const view = RandomQuery.view(random, told)
      const expectedOf = Reference.make(told, modelGuid)(view)
      for (let q = 0; q < queries; q++) {
        const fields = RandomQuery.fields(random, told)
        const filters = RandomQuery.filters(random, told)
        const [page, pageSize] = [1 + random.below(3), random.pick([1, 3, 50, 5000])]
        const shown: unknown = Either.match(Page.query(table, view, { fields, filters, page, pageSize }), {
          onLeft: (error) => ("index" in error ? error.index : error.details),
          onRight: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown
        })
        const wanted: unknown = JSON.parse(JSON.stringify(expectedOf(fields, filters, page, pageSize)))
        if (!Bun.deepEquals(shown, wanted)) {
          expect({ m, q, fields, filters, page, pageSize, shown, text }).toEqual({
            m,
            q,
            fields,
            filters,
            page,
            pageSize,
            shown: wanted,
            text
          })
        }
      }
    }
  })
})
