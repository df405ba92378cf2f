import { expect, test } from "bun:test"
import { namesIn, namesText } from "./Names.ts"

test("names are written with commas between them, or as an array if they contain some, and read back", () => {
  expect(namesText(["Class", "Pset_WallCommon.FireRating"])).toBe("Class,Pset_WallCommon.FireRating")
  for (const names of [[], ["Class"], ["Width, clear", "Class"], ["", "a"], ["[1]"], ["[", "]"], ["a b", "ä"]])
    expect(namesIn(namesText(names))).toEqual(names)
})

test("names of an older link are read, and malformed ones are left out", () => {
  expect(namesIn('["Class","Width, clear"]')).toEqual(["Class", "Width, clear"])
  expect(namesIn('["Class",1,null]')).toEqual(["Class"])
  expect(namesIn("[broken")).toEqual([])
})
