import { expect, test } from "bun:test"
import { fromUuid } from "../../../src/domain/GlobalId.ts"
import * as Guids from "./Guids.ts"

const id = "d517026f-1fd0-45f4-979f-ce125e36d5e8"
const nil = "00000000-0000-0000-0000-000000000000"

test("an id is used once; repeated and missing ids get reproducible ones", () => {
  const given = () => {
    const guids = Guids.make()
    return { all: [id, id, nil, id, nil].map(guids.give), repeated: guids.repeated() }
  }
  const { all, repeated } = given()
  expect(all[0]).toBe(fromUuid(id))
  expect(new Set(all).size).toBe(5)
  expect(repeated).toBe(3)
  expect(given()).toEqual({ all, repeated })
})
