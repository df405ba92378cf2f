import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { type Edit, type EditedValue, ownDeleted } from "../../../domain/edits/Edit.ts"
import { nameOf } from "../../../domain/edits/EditedField.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import type { ModelChange } from "../../../domain/edits/ModelVersion.ts"
import { volume } from "../../../testing/Volume.ts"
import * as Names from "../../query/Names.ts"
import * as Overlay from "../../query/Overlay.ts"
import * as Page from "../../query/answer/Page.ts"
import * as View from "../../query/View.ts"
import { encode } from "../../table/Container.ts"
import { open, type ProductTable } from "../../table/ProductTable.ts"
import { canonical, differences } from "../../testing/Differences.ts"
import { edited } from "../../testing/EditedContent.ts"
import { content, modelGuid, withParts } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { tableOf } from "../../testing/TestContent.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import { netEdits } from "./NetEdits.ts"
import { deletion } from "./Parts.ts"

const order = (changes: ReadonlyArray<ModelChange>) => changes.map(({ field, guid }) => `${guid} ${nameOf(field)}`)

/** Returns every cell as M4 returns it, by names that mean one property. */
const rowsOf = (table: ProductTable, view: View.View): unknown => {
  const names = Names.of(table, view)
  const qualified = table.properties.flatMap(({ name, set }) => {
    const field = Names.resolve(names, `${set}.${name}`)
    const isIt = field.kind === "Property" && field.properties.length === 1
    return isIt && field.properties[0]!.set === set && field.properties[0]!.name === name ? [`${set}.${name}`] : []
  })
  const attributes = "Guid Class Name Description ObjectType Tag PredefinedType TypeName".split(" ")
  const fields = FieldNames.of([...attributes, "SpatialLocation", "MaterialLayerSet", "MaterialLayers", "Code", ...qualified.sort()]) // prettier-ignore
  const page = Page.query(table, view, { fields, filters: noFilters, page: 1, pageSize: 5000, all: true })
  return JSON.parse(new TextDecoder().decode(Either.getOrThrow(page)))
}

/** Deletions as they are made: with the parts. */
const deletedWithParts = (table: ProductTable, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> =>
  edits.flatMap((edit) => (edit.kind === "Deleted" ? deletion(table, edit.guid) : [edit]))

const isThere = (view: View.View, edit: Edit): boolean => {
  const { codes, materials } = view.shared.references
  if (edit.kind === "SpatialLocation") return View.locationNow(view, edit.now) !== null
  if (edit.kind === "Material" && typeof edit.now === "string") return materials.get(edit.now) !== null
  return edit.kind !== "Code" || codes.get(edit.code) !== null
}

describe("net edits of random ones", () => {
  test.each([
    ["small ones", 11, volume(25, 80), false],
    ["other small ones", 12, volume(25, 80), false],
    ["more small ones", 13, volume(25, 80), false],
    ["a large one", 14, 1, true]
  ])("%s", (_, seed, contents, large) => {
    const random = new Random(seed)
    const met = { nothing: 0, fewer: 0, placed: 0, changes: 0 }
    for (let i = 0; i < contents; i++) {
      const model = withParts(random, content(random, large))
      const base = open(encode(model, { modelGuid }))
      const shared = RandomEdits.withExternal(RandomQuery.view(random, model))
      const some = () => deletedWithParts(base, RandomEdits.edits(random, model, random.pick([0, 3, 20, 60])))
      const known = some()
      // Some personal edits repeat or undo public ones.
      const personal = [...known.filter(() => random.chance(0.3)), ...some()]
      const view = { ...shared, overlay: Overlay.add(Overlay.empty, known) }
      const net = netEdits(base, view, personal)

      const there = personal.filter((edit) => isThere(view, edit))
      const [before, after] = [known, [...known, ...there]].map((edits) => edited(model, modelGuid, edits))
      const expected = differences(before!, view, after!, view).changes
      expect(canonical(net.changes)).toEqual(canonical(expected))
      expect(order(net.changes)).toEqual(order(expected))
      expect(net.edits.length === 0).toBe(expected.length === 0)

      const laid = (edits: ReadonlyArray<Edit>) => EditedTable.of(base, Overlay.add(view.overlay, edits))
      expect(rowsOf(laid(net.edits), view)).toEqual(rowsOf(laid(there), view))
      const again = netEdits(base, { ...view, overlay: Overlay.add(view.overlay, net.edits) }, net.edits)
      expect(again).toEqual({ edits: [], changes: [] })

      met.nothing += Number(net.edits.length === 0 && there.length > 0)
      met.fewer += Number(net.edits.length > 0 && net.edits.length < there.length)
      met.placed += Number(net.changes.some(({ field }) => field.kind === "SpatialLocation"))
      met.changes += net.changes.length
    }
    if (!large) for (const count of Object.values(met)) expect(count).toBeGreaterThan(0)
  })
})

const table = tableOf({
  products: [
    { guid: "a", name: "A", location: 0, codes: [0], cells: [["S|Own", "x"], ["S|None", null]] }, // prettier-ignore
    { guid: "b", whole: 0, location: 1, materialSet: 0, cells: [["S|OfType", { value: "t", ofType: true }]] },
    { guid: "c", whole: 1, location: 1, materialSet: 1, ofType: { codes: [0] } }
  ],
  locations: ["1here", "1there"].map((guid) => ({ guid, name: guid, type: "Space", parent: -1 })),
  materials: ["Brick"],
  materialSets: [
    { name: null, form: "layers", layers: [{ material: 0, name: null, thickness: 100, fraction: null }] },
    { name: null, form: "single", layers: [{ material: 0, name: null, thickness: null, fraction: null }] }
  ],
  codes: [{ codification: 0, identification: "1", name: "One" }]
})
const [brick, one] = [table.materialGuids[0]!, table.codeGuids[0]!]

const set = (guid: string, name: string, value: EditedValue["value"] | typeof ownDeleted): Edit => {
  const typed: EditedValue | null =
    typeof value === "object" && value !== null && "deleted" in value
      ? null
      : { value, type: "String", quantity: false, unit: null }
  return { kind: "Property", guid, set: "S", name, now: typed ?? ownDeleted }
}
const place = (guid: string, now: string): Edit => ({ kind: "SpatialLocation", guid, now })
const material = (guid: string, now: string | null): Edit => ({ kind: "Material", guid, now })
const gone = (guid: string): Edit => ({ kind: "Deleted", guid })

const code = { identification: "", name: "", libraryGuid: "" }
const view = View.empty("1", {
  references: {
    locations: new Map([["2gone", null]]),
    deletedLocations: new Map(),
    materials: new Map([["gone", null]]),
    codes: new Map([["2", code], ["3", code], ["gone", null]]) // prettier-ignore
  }
})

/** Returns the net changes of edits on the table under edits that are public. */
const netOn = (known: ReadonlyArray<Edit>, edits: ReadonlyArray<Edit>) => {
  const net = netEdits(table, { ...view, overlay: Overlay.add(Overlay.empty, known) }, edits)
  const changes = net.changes.map(({ after, before, field, guid }) => [guid, nameOf(field), before, after])
  return { edits: net.edits, changes }
}
const nothing = { edits: [], changes: [] }

describe("net edits", () => {
  test("leave out edits without effect: those equal to the file, to the type or to other edits, and reverted ones", () => {
    const same: ReadonlyArray<Edit> = [
      set("a", "Own", "x"),
      set("a", "None", null),
      set("a", "Never", ownDeleted),
      set("b", "OfType", "t"),
      { kind: "Attribute", guid: "a", name: "Name", now: "A" },
      { kind: "Attribute", guid: "a", name: "Tag", now: null },
      place("c", "1there"),
      material("c", brick),
      { kind: "Codes", guid: "a", now: [one] },
      { kind: "Code", guid: "b", code: one, now: false }
    ]
    expect(netOn([], same)).toEqual(nothing)
    expect(netOn([set("a", "Own", ["p", "q"])], [set("a", "Own", "p; q")])).toEqual(nothing)
    expect(netOn([], [set("a", "New", "y"), set("a", "New", ownDeleted)])).toEqual(nothing)
  })

  test("distinguish absent from empty, and show both as null", () => {
    const edits = [set("a", "None", ownDeleted), set("b", "None", null)]
    const changes = [["a", "S.None", null, null], ["b", "S.None", null, null]] // prettier-ignore
    expect(netOn([], edits)).toEqual({ edits, changes })
  })

  test("distinguish a layer of a material from the bare material", () => {
    const edits = [material("b", brick)]
    expect(netOn([], edits)).toEqual({ edits, changes: [["b", "Material", brick, brick]] })
  })

  test("name each deleted product once, first, without its other edits", () => {
    const edits = [set("c", "New", "y"), gone("c"), set("b", "New", "y"), gone("a"), set("a", "Own", "y")]
    const changes = [["c", "Deleted", null, null], ["b", "S.New", null, "y"]] // prettier-ignore
    expect(netOn([gone("a")], edits)).toEqual({ edits: [edits[2]!, edits[1]!], changes })
  })

  test("show a part that was moved from elsewhere than its whole as a change of its own, and no other part", () => {
    const there = [place("a", "1there")]
    const moved = { edits: there, changes: [["a", "SpatialLocation", "1here", "1there"]] }
    expect(netOn([place("a", "1here")], there)).toEqual(moved)
    expect(netOn([], there)).toEqual(moved)
    const here = [place("a", "1here")]
    expect(netOn([], here)).toEqual({ edits: here, changes: [["b", "SpatialLocation", "1there", "1here"]] })
  })

  test("have one row per code, and one edit if all codes of a product were replaced", () => {
    const said: ReadonlyArray<Edit> = [
      { kind: "Codes", guid: "a", now: ["2", one] },
      { kind: "Code", guid: "a", code: "3", now: true },
      { kind: "Code", guid: "a", code: one, now: false }
    ]
    const changes = [["2", null, "2"], ["3", null, "3"], [one, one, null]] // prettier-ignore
    expect(netOn([], said)).toEqual({
      edits: [{ kind: "Codes", guid: "a", now: ["2", "3"] }],
      changes: changes.map(([, before, after]) => ["a", "Code", before!, after!])
    })
  })

  test("keep the codes that a first own code copies from the type, although they do not differ", () => {
    const along: Edit = { kind: "Code", guid: "c", code: one, now: true }
    const first: Edit = { kind: "Code", guid: "c", code: "2", now: true }
    expect(netOn([], [along, first])).toEqual({ edits: [along, first], changes: [["c", "Code", null, "2"]] })
    expect(netOn([], [along])).toEqual(nothing)
    expect(netOn([along, first], [along])).toEqual(nothing)
  })

  test("leave out edits that refer to deleted locations or materials", () => {
    const edits: ReadonlyArray<Edit> = [
      place("a", "2gone"),
      material("b", "gone"),
      { kind: "Code", guid: "b", code: "gone", now: true },
      { kind: "Codes", guid: "a", now: [one, "gone"] }
    ]
    expect(netOn([], edits)).toEqual(nothing)
  })
})
