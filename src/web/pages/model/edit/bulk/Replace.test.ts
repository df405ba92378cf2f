import { expect, test } from "bun:test"
import { replacing } from "./Replace.ts"

const usual = { find: "wall", with: "W", isWhole: false, hasCase: false }

test.each<[Partial<typeof usual>, string, string | null]>([
  [{}, "Wall-wall 1", "W-W 1"],
  [{}, "Door", null],
  [{ hasCase: true }, "Wall-wall 1", "Wall-W 1"],
  [{ isWhole: true }, "WALL", "W"],
  [{ isWhole: true }, "wall 1", null],
  [{ isWhole: true, hasCase: true }, "WALL", null],
  [{ find: "1.5 (a-b)/[x]" }, "has 1.5 (a-b)/[x] in it", "has W in it"],
  [{ find: "." }, "none", null],
  [{ with: "$&" }, "wall", "$&"],
  [{ find: "" }, "wall", null],
  [{ find: "", isWhole: true }, "", "W"]
])("%p replaces in %p", (change, text, replaced) => {
  expect(replacing({ ...usual, ...change })(text)).toBe(replaced)
})
