import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { checkCodePlace, checkLocationPlace } from "./Hierarchy.ts"

const outcome = (checked: Either.Either<void, { readonly _tag: string; readonly details: string }>): string =>
  Either.match(checked, { onLeft: ({ _tag, details }) => `${_tag}: ${details}`, onRight: () => "allowed" })

const levels = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, i) => `level ${i}`)

test.each([
  ["a new location below another", { guid: null, above: ["site"], levels: 1 }, "allowed"],
  ["a location with a branch", { guid: "floor", above: ["house", "site"], levels: 3 }, "allowed"],
  [
    "a parent that does not exist",
    { guid: "floor", above: [], levels: 1 },
    "ReferenceNotFound: parentGuid names no location of this project."
  ],
  [
    "the location as its own parent",
    { guid: "floor", above: ["floor", "site"], levels: 1 },
    "InvalidHierarchy: A location cannot lie below itself."
  ],
  [
    "a parent that lies below the location",
    { guid: "house", above: ["room", "floor", "house"], levels: 3 },
    "InvalidHierarchy: A location cannot lie below itself."
  ],
  ["the 64th level", { guid: "floor", above: levels(62), levels: 2 }, "allowed"],
  [
    "a branch that reaches level 65",
    { guid: "floor", above: levels(62), levels: 3 },
    "InvalidHierarchy: A location has at most 64 levels, itself included."
  ]
])("the place of a location: %s", (_, place, expected) => {
  expect(outcome(checkLocationPlace(place))).toBe(expected)
})

test.each([
  ["a code below another", { above: 1, isAboveItself: false }, "allowed"],
  [
    "a parent that does not exist",
    { above: 0, isAboveItself: false },
    "ReferenceNotFound: parentId names no code of this library."
  ],
  [
    "a parent that lies below the code",
    { above: 3, isAboveItself: true },
    "InvalidHierarchy: A code cannot lie below itself."
  ],
  ["below 200 others", { above: 200, isAboveItself: false }, "allowed"],
  [
    "below 201 others",
    { above: 201, isAboveItself: false },
    "InvalidHierarchy: A code that is moved has at most 200 codes above it."
  ]
])("the place of a code: %s", (_, place, expected) => {
  expect(outcome(checkCodePlace(place))).toBe(expected)
})
