import * as Either from "effect/Either"
import { expect, test } from "bun:test"
import * as DerivedUuid from "../../../domain/DerivedUuid.ts"
import type { Edit } from "../../../domain/edits/Edit.ts"
import { type ModificationError, parse } from "../../../domain/edits/Modification.ts"
import * as Overlay from "../../query/Overlay.ts"
import * as View from "../../query/View.ts"
import { guidOf, modelGuid, tableOf } from "../../testing/TestContent.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import { judge } from "./Judgement.ts"
import { deletion } from "../changes/Parts.ts"
import type { Subject } from "./Subject.ts"

const single = (material: number) => ({
  name: null,
  form: "single" as const,
  layers: [{ material, name: null, thickness: null, fraction: null }]
})
const table = tableOf({
  products: [
    { cells: [["S|P", 1]] },
    { whole: 0 },
    {},
    { materialSet: 0, codes: [0], ofType: { materialSet: 1, codes: [1] } }
  ],
  materials: ["Brick", "Wood"],
  materialSets: [single(0), single(1)],
  codes: ["A", "B"].map((identification) => ({ codification: 0, identification, name: "" })),
  locations: [{ guid: "0here", name: "Here", type: "Space", parent: -1 }]
})
const [a, part, b, typed] = [guidOf(0), guidOf(1), guidOf(2), guidOf(3)]

/** A material of the project, and a code. */
const code = "0c0de000-0000-4000-8000-000000000000"
const references = {
  locations: new Map(),
  deletedLocations: new Map(),
  materials: new Map([[code, { name: "M" }]]),
  codes: new Map([[code, { identification: "C", name: "", libraryGuid: "" }]])
}

/** Judges a request on a table under earlier edits. */
const judged = (earlier: ReadonlyArray<Edit>, body: unknown) => {
  const subject: Subject = {
    table: EditedTable.of(table, Overlay.add(Overlay.empty, earlier)),
    view: View.empty("1", { references }),
    project: { hasLocation: () => true, hasMaterial: () => true, hasCode: () => true, entityTypes: () => undefined },
    classNamed: () => undefined
  }
  return judge(subject, Either.getOrThrow(parse(body)))
}
const editsOf = (body: unknown, earlier: ReadonlyArray<Edit> = []) => Either.getOrThrow(judged(earlier, body))
const errorsOf = (body: unknown, earlier: ReadonlyArray<Edit>) =>
  (Either.getOrThrow(Either.flip(judged(earlier, body))) as ReadonlyArray<ModificationError>).map(({ error }) => error)

test("a modification sees the effects of earlier ones", () => {
  const body = {
    add: {
      Q: { [b]: { PropertySet: "T", Value: "x" } },
      Material: { [b]: code },
      Code: { [b]: code },
      SpatialLocation: { [a]: "0here" }
    },
    delete: { P: { [a]: null } }
  }
  const first = editsOf(body)
  expect(errorsOf({ add: { ...body.add, Code: {} }, delete: body.delete }, first)).toEqual([
    "PropertyExists",
    "PropertyExists",
    "PropertyExists",
    "FieldNotFound"
  ])
  const second = { update: { Q: { [b]: "y" }, Material: { [b]: null } }, delete: { Code: { [b]: code } } }
  expect(editsOf(second, first).map(({ kind }) => kind)).toEqual(["Property", "Material", "Code"])
  expect(errorsOf(second, [...first, ...editsOf(second, first)])).toContain("PropertyMissing")
})

test("a product that was deleted with its whole cannot be modified or deleted again", () => {
  const gone = deletion(table, a)
  expect(errorsOf({ update: { Name: { [a]: "x", [part]: "y" } } }, gone)).toEqual([
    "ProductNotFound",
    "ProductNotFound"
  ])
  expect(deletion(EditedTable.of(table, Overlay.add(Overlay.empty, gone)), part)).toEqual([])
  expect(editsOf({ update: { Name: { [b]: "x" } } }, gone).length).toBe(1)
})

test("values of the type show again when the own ones are removed; the next own code of the library copies the type's codes", () => {
  const gone = editsOf({ delete: { Material: { [typed]: null }, Code: { [typed]: null } } })
  const refused = { update: { Material: { [typed]: null } }, delete: { Code: { [typed]: null } } }
  expect(errorsOf(refused, gone)).toEqual(["FieldReadOnly", "FieldReadOnly"])
  expect(errorsOf({ add: { Material: { [typed]: code } } }, gone)).toEqual(["PropertyExists"])
  const again = editsOf({ update: { Material: { [typed]: code } }, add: { Code: { [typed]: code } } }, gone)
  expect(again.map((edit) => ("code" in edit ? edit.code : edit.kind))).toEqual(["Material", code])
  const ofType = DerivedUuid.ofCode(modelGuid, null, "B")
  const ofLibrary = editsOf({ add: { Code: { [typed]: DerivedUuid.ofCode(modelGuid, null, "A") } } }, gone)
  expect(ofLibrary.map((edit) => ("code" in edit ? edit.code : edit.kind))).toContain(ofType)
  expect(editsOf(refused, [...gone, ...again]).map(({ kind }) => kind)).toEqual(["Material", "Codes"])
})
