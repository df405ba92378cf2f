import { crc32 } from "node:zlib"
import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { encode } from "./Container.ts"
import { DamagedTable } from "./DamagedTable.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import * as Page from "../query/answer/Page.ts"
import { isWhole } from "./Layout.ts"
import { open } from "./ProductTable.ts"
import * as RandomContent from "../testing/RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import { content, modelGuid } from "../testing/TestContent.ts"
import * as View from "../query/View.ts"

const model = content({
  products: [
    {
      name: "A",
      cells: [
        ["S|P", "x"],
        ["S|N", 1.5],
        ["S|T", { value: "own" }],
        ["S|T", { value: "type", hidden: true }]
      ]
    },
    {
      name: "B",
      cells: [
        ["S|P", { value: "y", ofType: true }],
        ["S|N", { value: 2, ambiguous: true }]
      ],
      whole: 0,
      shape: false
    }
  ]
})
const bytes = encode(model, { modelGuid })
const request = { fields: FieldNames.of(["Guid", "Name", "P", "N", "T"]), filters: noFilters, page: 1, pageSize: 10 }
const pageOf = (of: Uint8Array): string =>
  new TextDecoder().decode(Either.getOrThrow(Page.query(open(of), View.empty("1"), request)))

const openError = (of: Uint8Array): unknown => {
  try {
    open(of)
    return null
  } catch (error) {
    return error
  }
}

describe("container", () => {
  test("is identical for identical content", () => {
    expect(Buffer.compare(encode(model, { modelGuid }), bytes)).toBe(0)
  })

  test("is read from shared memory and at an offset without a copy", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expect(pageOf(shared)).toBe(pageOf(bytes))
    const within = new Uint8Array(new ArrayBuffer(bytes.length + 64), 64)
    within.set(bytes)
    expect(pageOf(within)).toBe(pageOf(bytes))
    expect(open(shared).texts.blob.buffer as unknown).toBe(shared.buffer)
  })

  test("keeps data that only edits and calculations use", () => {
    const table = open(bytes)
    const [p, n, t] = ["P", "N", "T"].map((name) => table.properties.find((property) => property.name === name)!.column)
    expect([0, 1].map((cell) => p!.isOfType(cell))).toEqual([false, true])
    expect([0, 1].map((cell) => n!.isOfType(cell))).toEqual([false, false])
    expect([...n!.ambiguousRows()]).toEqual([1])
    const { rows, codes } = t!.hiddenCells()
    expect([...rows]).toEqual([0])
    expect([...codes].map((code) => t!.valueOf(code))).toEqual(["type"])
    expect([...table.wholes]).toEqual([-1, 0])
    expect(table.shapes[0]! >>> 30).toBe(2)
  })

  test("keeps values of types below those of products", () => {
    const [own, ofType] = [
      { predefinedType: "SOLIDWALL", materialSet: 0, codes: [0] },
      { predefinedType: "SHEAR", materialSet: 1, codes: [0, 1] }
    ]
    const single = { name: null, form: "list", layers: [] } as const
    const table = open(
      encode(
        content({
          products: [{ ...own, ofType }, own, { ofType }, {}],
          materialSets: [single, single],
          codes: ["A", "B"].map((identification) => ({ codification: 0, identification, name: "" }))
        }),
        { modelGuid }
      )
    )
    const [material, codes] = [table.reference("materialSet"), table.reference("codeSet")]
    expect([0, 1, 2, 3].map((row) => material.keyOf(row))).toEqual([1, 1, 2, 0])
    expect([0, 1, 2, 3].map((row) => table.codes.sets[codes.keyOf(row)]!)).toEqual([
      { own: [0], ofType: [0, 1] },
      { own: [0], ofType: [] },
      { own: [], ofType: [0, 1] },
      { own: [], ofType: [] }
    ])
    for (const column of [material, codes]) {
      expect([0, 1, 2, 3].map((row) => column.isOfType(row))).toEqual([false, false, true, false])
    }
    const hidden = material.hiddenCells()
    expect([...hidden.rows, ...hidden.codes]).toEqual([0, material.keyOf(2)])
    const words = table.attribute("PredefinedType")
    expect([0, 1, 2, 3].map((row) => words.at(row))).toEqual(["SOLIDWALL", "SOLIDWALL", "SHEAR", null])
    expect([0, 1, 2].map((cell) => words.isOfType(cell))).toEqual([false, false, true])
    expect(Array.from(words.hiddenCells().codes, (code) => words.valueOf(code))).toEqual(["SHEAR"])
  })

  test("lone surrogates become U+FFFD", () => {
    const table = open(encode(content({ products: [{ name: "a\ud800b" }] }), { modelGuid }))
    expect(pageOf(table.container)).toContain("a\ufffdb")
  })

  test.each([
    ["nothing", new Uint8Array(0)],
    ["other bytes", new TextEncoder().encode("ISO-10303-21;".repeat(100))],
    ["zeros", new Uint8Array(4096)],
    ["a cut one", bytes.slice(0, bytes.length - 64)],
    ["a longer one", Uint8Array.from([...bytes, ...new Uint8Array(64)])]
  ])("%s is a DamagedTable", (_, of) => {
    expect(openError(of)).toBeInstanceOf(DamagedTable)
  })

  test("the checksum is the same in steps and at once", () => {
    const verdict = (of: Uint8Array): boolean => {
      const checks = isWhole(of)
      let check = checks.next()
      while (check.done !== true) check = checks.next()
      return check.value
    }
    expect([verdict(bytes), verdict(bytes.slice(0, 8)), verdict(bytes.slice(0, -64))]).toEqual([true, false, false])
    const large = new Uint8Array(40 * 1024 * 1024)
    large.set(bytes)
    expect(verdict(large)).toBe(false)
    new DataView(large.buffer).setUint32(12, crc32(large.subarray(16)), true)
    expect(verdict(large)).toBe(true)
  })

  test("every changed byte is detected", () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      changed[at]! ^= 1 << (at & 7)
      expect(openError(changed)).toBeInstanceOf(DamagedTable)
    }
  })

  test("another format is reported", () => {
    const other = bytes.slice()
    other[8] = 9
    expect(openError(other)).toMatchObject({ _tag: "DamagedTable", reason: "format 9 instead of 2" })
  })

  test("every cell of random contents is read back", () => {
    const random = new Random(3)
    for (let i = 0; i < 30; i++) {
      const content = RandomContent.content(random)
      const table = open(encode(content, { modelGuid }))
      const { cells, properties } = content
      const visible = [...cells.flags.keys()].filter((cell) => (cells.flags[cell]! & 2) === 0)
      expect(table.properties.reduce((sum, { column }) => sum + column.count, 0)).toBe(visible.length)
      for (const cell of visible) {
        const { set, name } = properties[cells.property[cell]!]!
        const { column } = table.properties.find((property) => property.set === set && property.name === name)!
        const place = column.cellOf(cells.product[cell]!)
        expect(place).not.toBe(-1)
        expect(column.isOfType(place)).toBe((cells.flags[cell]! & 1) !== 0)
      }
    }
  })
})
