/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { blockIn } from "../edit/bulk/Pasted.ts"
import { filters as german } from "../filter/FilterTexts.de.ts"
import { labelOf } from "../Labels.ts"
import { unitOf } from "../Units.ts"
import { words as topics } from "../../topics/TopicTexts.de.ts"
import { layersText, tabbed, textOf, truthText, typeableTextOf, valueOf } from "./Cells.ts"

test("each form of a cell has one plain value", () => {
  const place = { Site: "S", Building: "B", Floor: "F", Space: null, SpatialLocationId: "x" }
  const code = { a: { Identification: "21", Name: "Walls", LibraryGuid: "l" }, b: { Identification: "22", Name: "" } }
  for (const [cell, value] of [
    ["IfcWall", "IfcWall"],
    ["", ""],
    [null, null],
    [undefined, null],
    [{ PropertySet: "P", Value: 1.5, PropertyId: "i" }, 1.5],
    [{ PropertySet: null, Value: null, PropertyId: null }, null],
    [{ PropertySet: "P", Value: false, PropertyId: "i" }, false],
    [place, "F"],
    [{ ...place, Space: "R 1" }, "R 1"],
    [{ Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }, null],
    [{ Name: "W", MaterialId: null, Layers: "Brick 100 | Air 40" }, "Brick 100 | Air 40"],
    [{ Name: null, MaterialId: null, Layers: "" }, null],
    [{}, null],
    [code, "21 Walls; 22"]
  ] as const) {
    expect(valueOf(cell), JSON.stringify(cell)).toBe(value)
  }
  expect(textOf({ Value: true })).toBe("true")
})

test("copied cells can be read again, and start no formula", () => {
  expect(
    tabbed([
      ["a", 'b"c', "d\te"],
      ["1\n2", "", "-3.5"]
    ])
  ).toBe('a\t"b""c"\t"d\te"\r\n"1\n2"\t\t-3.5')
  expect(tabbed([["=1+1", "@x", "+a", "-1e3"]])).toBe("'=1+1\t'@x\t'+a\t-1e3")
  expect(tabbed([["a,b"]])).toBe("a,b")
})

test("a number is edited and copied as the user types it", () => {
  expect(typeableTextOf({ Value: 12345.125 }, ",")).toBe("12345,125")
  expect(typeableTextOf({ Value: 12345.125 }, ".")).toBe("12345.125")
  expect(typeableTextOf({ Value: "1.125" }, ",")).toBe("1.125")
  expect(tabbed([["-3,5", "-1.5e-7", "-a"]])).toBe("-3,5\t-1.5e-7\t'-a")
})

test("copied texts are the same when they are pasted", () => {
  const cells = ["=a", "'=a", "''+b", "'c", "-2,5"]
  expect(blockIn(tabbed([cells]))).toEqual([cells])
})

test("layers have the unit of their thickness", () => {
  const layers = [
    { MaterialId: "a", Name: "Concrete 30", Thickness: 0.24 },
    { MaterialId: "b", Name: null, Thickness: 0.01 }
  ]
  expect(layersText(layers, "m")).toBe("Concrete 30 0.24 m | 0.01 m")
  expect(layersText([{ MaterialId: "a", Name: "Concrete 30", Thickness: null }], "m")).toBeNull()
  expect(layersText(null, "m")).toBeNull()
})

test("names that every object has are names like others", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    expect([truthText(name), labelOf(name), unitOf(name)].join(" ").toLowerCase()).toBe(
      [name, name, name === "toString" ? "to string" : name].join(" ").toLowerCase()
    )
    expect([german.wordFor(name), topics.wordOf(name)]).toEqual(["", name])
  }
})
