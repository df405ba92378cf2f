/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { authoredIn, fieldsIn, fieldsOfProduct } from "./Authored.ts"

const authored = (Guid: string, Class: string, from: string) => ({
  Guid,
  Class,
  NetVolume: { value: 1, origin: "Authored", from }
})

test("a product has its own field first, then those of its class, and computed values have none", () => {
  const found = authoredIn(
    [
      authored("a", "IfcWall", "BaseQuantities.NetVolume"),
      authored("b", "IfcWall", "Qto_WallBaseQuantities.NetVolume"),
      authored("c", "IfcWall", "Qto_WallBaseQuantities.NetVolume"),
      authored("d", "IfcDoor", "BaseQuantities.Volume"),
      { Guid: "e", Class: "IfcSlab", NetVolume: { value: 1, origin: "Computed" } },
      { Guid: "f", Class: "IfcSlab" }
    ],
    "NetVolume"
  )
  const ofWalls = ["Qto_WallBaseQuantities.NetVolume", "BaseQuantities.NetVolume"]
  expect(fieldsOfProduct(found, "a", "IfcWall")).toEqual(ofWalls.toReversed())
  // It was deleted, so the latest version does not have it.
  expect(fieldsOfProduct(found, "gone", "IfcWall")).toEqual(ofWalls)
  expect(fieldsOfProduct(found, "e", "IfcSlab")).toEqual([])
  expect(fieldsIn(found)).toEqual([...ofWalls, "BaseQuantities.Volume"])
})
