import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { checkOwners } from "./Role.ts"

test("a project keeps at least one Owner", () => {
  expect(Either.flip(checkOwners(0))).toMatchObject({
    right: {
      _tag: "InvalidRole",
      details: "A project must have at least one Owner. Make another member an Owner first."
    }
  })
  for (const owners of [1, 2]) expect(Either.isRight(checkOwners(owners))).toBe(true)
})
