import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { readModel } from "../ReadModel.ts"
import { patchModel } from "./PatchModel.ts"

const house = readFileSync(join(import.meta.dir, "../../../spec-tests/fixtures/house.ifc"), "utf8")
const guid = (name: string): string => `2${name}`.padEnd(22, "0")

/** The house with one text replaced. */
const changed = (before: string, after: string): string => {
  expect(house.split(before).length).toBe(2)
  return house.replace(before, after)
}

/** A product without its own location has that of its opening or whole. */
const doorInWall = changed("#105,#107,#109", "#105,#109")
const placedParts = changed("(#199,#110),#44)", "(#199,#110,#103),#44)")

const library = { materials: new Map(), codes: new Map(), locations: new Map(), definitions: new Map() }

/** Returns the location of each product after edits of a file, by name, and the edits that were not applied. */
const places = (file: string, edits: ReadonlyArray<Edit>) => {
  const { pieces, report } = Either.getOrThrow(
    patchModel(Buffer.from(file), edits, library, { version: "1", publishedAt: 1_700_000_000_000 })
  )
  const { content } = Either.getOrThrow(readModel(Buffer.concat([...pieces])))
  const of = (name: string): string | null => {
    const row = content.products.guid.indexOf(guid(name))
    return row < 0 ? null : (content.locations[content.products.location[row]!]?.name ?? "")
  }
  return { of, notApplied: report.notApplied.map((one) => one.reason) }
}

const move = (name: string, to: string): Edit => ({
  kind: "SpatialLocation",
  guid: guid(name),
  now: to === "" ? "" : guid(to)
})
const gone = (name: string): Edit => ({ kind: "Deleted", guid: guid(name) })

test("a door in the place of its wall stays when the wall moves, loses its place or is deleted", () => {
  expect(places(doorInWall, []).of("Door")).toBe("Ground floor")
  for (const edit of [move("WallA", "Upper"), move("WallA", ""), gone("WallA")]) {
    const { notApplied, of } = places(doorInWall, [edit])
    expect(of("Door")).toBe("Ground floor")
    expect(notApplied).toEqual([])
  }
  expect(places(doorInWall, [move("WallA", "Upper")]).of("WallA")).toBe("Upper floor")
})

test("a door without a place fills no opening any more", () => {
  const { notApplied, of } = places(doorInWall, [move("Door", "")])
  expect([of("Door"), of("WallA")]).toEqual(["", "Ground floor"])
  expect(notApplied).toEqual([])
  expect(places(house, [move("Window", ""), move("WallB", "Upper")]).of("Window")).toBe("")
})

test("parts move with their whole, whatever place they had, unless edits set another", () => {
  expect(places(placedParts, []).of("Mullion")).toBe("Upper floor")
  const { of } = places(placedParts, [move("Facade", "Kitchen")])
  expect([of("Facade"), of("Mullion"), of("Panel")]).toEqual(["Kitchen", "Kitchen", "Kitchen"])
  const parted = places(placedParts, [move("Facade", "Kitchen"), move("Mullion", "Ground")])
  expect([parted.of("Mullion"), parted.of("Panel")]).toEqual(["Ground floor", "Kitchen"])
  expect(places(placedParts, [move("Facade", "")]).of("Panel")).toBe("")
})

test("a part cannot be without a place while its whole has one", () => {
  expect(places(house, [move("Panel", "")]).notApplied).toEqual(["A part has the location of its whole"])
  const both = places(house, [move("Panel", ""), move("Facade", "")])
  expect([both.of("Panel"), both.notApplied]).toEqual(["", []])
})

test("a part that was not deleted keeps its place when its whole is deleted", () => {
  const { of } = places(house, [gone("Facade"), gone("Panel")])
  expect([of("Facade"), of("Panel"), of("Mullion")]).toEqual([null, null, "Ground floor"])
})
