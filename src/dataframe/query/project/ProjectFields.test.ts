import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as ProjectReference from "../../testing/ProjectReference.ts"
import { Random } from "../../../testing/Random.ts"
import { tableOf, type TestProduct } from "../../testing/TestContent.ts"
import { answerBudget } from "../AnswerBudget.ts"
import * as Fields from "../Fields.ts"
import * as View from "../View.ts"
import { answerProject, type SeenModel } from "./ProjectAnswer.ts"

interface Page {
  readonly fields: ReadonlyArray<string>
  readonly fieldDetails: ReadonlyArray<Fields.Detail & { readonly name: string }>
  readonly totalCount: number
}

const parsed = (bytes: Uint8Array): Page => JSON.parse(new TextDecoder().decode(bytes)) as Page
const ask = (models: ReadonlyArray<SeenModel>, page = 1, pageSize = 5000): Page =>
  parsed(Either.getOrThrow(answerProject(models, { kind: "ProjectFields", page, pageSize }, answerBudget)))

const units = [
  { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
  { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 }
]
const view = View.empty("1", {
  definitions: [
    { set: "C", name: "Defined", guid: "d", dataType: "Integer", unit: "Metre", enumerationValues: null },
    { set: "C", name: "Shadowed", guid: "s", dataType: "String", unit: null, enumerationValues: null }
  ]
})
const project = (...models: ReadonlyArray<ReadonlyArray<TestProduct>>): ReadonlyArray<SeenModel> =>
  models.map((products, i) => ({
    model: { id: `id${i}`, name: `Model ${i}` },
    table: tableOf({ products, units }),
    view,
    computed: null
  }))

describe("the fields of several models", () => {
  const models = project(
    [
      {
        cells: [
          ["S|Same", { value: 1, unit: 0 }],
          ["S|Number", 1.5],
          ["S|Mixed", "a"],
          ["S|Different", { value: 1, unit: 0 }],
          ["S|Bare", { value: 1, unit: 0 }],
          ["S|Word", { value: "a", enumeration: ["a", "b"] }],
          ["S|Empty", { value: null }],
          ["S|Model", "own"],
          ["S|Shadowed", 1]
        ]
      }
    ],
    [
      {
        cells: [
          ["S|Same", { value: 2, unit: 0 }],
          ["S|Number", { value: 1, integer: true }],
          ["S|Mixed", true],
          ["S|Different", { value: 1, unit: 1 }],
          ["S|Bare", 1],
          ["S|Word", { value: "c", enumeration: ["c", "a"] }],
          ["S|Empty", { value: 5, unit: 1 }],
          ["T|Only", "x"]
        ]
      }
    ]
  )
  const details = new Map(ask(models).fieldDetails.map(({ name, ...detail }) => [name, detail]))
  const detail = (dataType: string | null, unit: string | null = null, enumerationValues: unknown = null) => ({
    dataType,
    unit,
    enumerationValues
  })

  test("are the union of those of the models, and Model", () => {
    const { fields, totalCount } = ask(models)
    expect(fields.slice(0, 3)).toEqual(["Guid", "Class", "Name"])
    expect(fields).toContainAllValues([...new Set(fields)])
    for (const name of ["Model", "Code", "Tag", "Same", "Only", "S.Model", "Defined"]) expect(fields).toContain(name)
    expect(totalCount).toBe(fields.length)
    expect(ask(models, 2, 4).fields).toEqual(fields.slice(4, 8))
    expect(details.get("Model") as unknown).toEqual(detail(null))
  })

  test.each([
    ["Same", detail("Real", "Millimetre")],
    ["Number", detail("Real")],
    ["Mixed", detail(null)],
    ["Different", detail("Real", "Metre")],
    ["Bare", detail("Real")],
    ["Word", detail("Enum", null, ["a", "b", "c"])],
    ["Empty", detail("Real", "Metre")],
    ["Only", detail("String")],
    ["Defined", detail("Integer", "Metre")],
    ["Shadowed", detail("Real")],
    ["S.Model", detail("String")]
  ])("%s has a detail that speaks of all models", (name, expected) => {
    expect(details.get(name) as unknown).toEqual(expected)
  })

  test("have the SI unit in SI", () => {
    const found = answerProject(models, { kind: "ProjectFields", page: 1, pageSize: 5000, units: "SI" }, answerBudget)
    const same = parsed(Either.getOrThrow(found)).fieldDetails.find(({ name }) => name === "Same")
    expect(same).toMatchObject({ dataType: "Real", unit: "Metre" })
  })

  test("are only the reserved ones without models", () => {
    expect(ask([]).fields).toEqual(["Guid", "Class", "Name", "Model"])
  })

  test("of one model are its own and Model", () => {
    const random = new Random(20261128)
    for (let i = 0; i < 20; i++) {
      const [{ seen }] = ProjectReference.models(random, 1) as [ProjectReference.RandomModel]
      const own = parsed(Either.getOrThrow(Fields.query(seen.table, seen.view, { page: 1, pageSize: 5000 })))
      const { fieldDetails, fields } = ask([seen])
      expect(fields.filter((name) => name !== "Model")).toEqual([...own.fields])
      expect(fieldDetails.filter(({ name }) => name !== "Model")).toEqual([...own.fieldDetails])
    }
  })
})
