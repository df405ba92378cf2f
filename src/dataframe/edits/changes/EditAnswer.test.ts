import { expect } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../../domain/edits/Edit.ts"
import { limits } from "../../../domain/Limits.ts"
import * as View from "../../query/View.ts"
import { fullTest } from "../../../testing/Volume.ts"
import { guidOf, tableOf } from "../../testing/TestContent.ts"
import * as EditText from "../overlay/EditText.ts"
import { answerEdit, type EditRequest } from "./EditAnswer.ts"

const text = "t".repeat(65_000)

/** A change of the text on this many products is more than a publication records. */
const count = Math.ceil(limits.changesOfPublication.most / text.length)

// It makes texts of 256 MB several times.
fullTest(
  "changes that are too many for one publication have an expectation nevertheless, so that they can be discarded",
  () => {
    const table = tableOf({ products: Array.from({ length: count }, () => ({ cells: [["Own|Story", text]] })) })
    const now = { value: "short", type: "String", quantity: false, unit: null } as const
    const edits = Array.from({ length: count }, (_, row): Edit => ({
      guid: table.guidOf(row),
      kind: "Property",
      set: "Own",
      name: "Story",
      now
    }))
    expect(edits[0]!.guid).toBe(guidOf(0))
    const named = { locations: new Map(), materials: new Map(), codes: new Map() }
    const personal = Buffer.from([...EditText.pieces({ edits, named })].join(""))
    const texts = { personal, published: EditText.nothing }
    const ask = (request: EditRequest) => answerEdit(table, View.empty("1"), texts, request)
    const said = (request: EditRequest): unknown => JSON.parse(Buffer.from(Either.getOrThrow(ask(request))).toString())
    expect(Either.getOrThrow(Either.flip(ask({ kind: "Net", expects: true })))).toMatchObject({
      _tag: "LimitExceeded",
      details: "A publication has at most 256 MB of old and new values."
    })
    const listed = said({ kind: "Changes", expects: true, page: 1, pageSize: 1 }) as { readonly expect: string }
    expect(listed).toMatchObject({ totalCount: count })
    expect(said({ kind: "Expectation" })).toBe(listed.expect)
  }
)
