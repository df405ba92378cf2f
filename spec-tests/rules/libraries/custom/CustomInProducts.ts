import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { alphabetical, each, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { errorView } from "../../../harness/ErrorForms.ts"
import { calculate, query, rows } from "../../../harness/Query.ts"
import { type Imported, importModel } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { base, createSet, sets, text } from "./CustomProperties.ts"

const five = rules("contract 5", operating)

/** A separate shed for a rule that defines properties beside it. */
export const shed = async (context: Context): Promise<Imported> =>
  importModel(context.api, await context.newProject("Custom in products"), "shed.ifc")

/** Returns the fields of a model that M3 lists. */
export const available = async (context: Context, model: Imported) => {
  const answer = status(await context.api.get(`${model.path}/products/properties/available-data`), 200)
  return {
    fields: answer.list("fields").map(String),
    detail: (name: string) => answer.list("fieldDetails").find((entry) => entry["name"] === name),
    totalCount: answer.number("totalCount")
  }
}

const isNull = (property: string) => [{ property, operator: "Equals", value: null }]

/** The shown value of a field of the wall, which comes first. */
export const shown = async (context: Context, model: Imported, field: string) =>
  (await rows(context, model, { fields: [field] }))[0]![field] as JsonObject

export const customInProducts = [
  five("5-custom-listed", "Custom definitions are listed alphabetically and counted", async (context) => {
    const model = await shed(context)
    const before = await available(context, model)
    const types = { Text: "String", integer: "Integer", Real: "Real", boolean: "Boolean" }
    await createSet(context, model.project, {
      name: "Listed",
      propertyDefinitions: Object.entries(types).map(([word, dataType]) => ({ name: `${word} new`, dataType }))
    })
    const after = await available(context, model)
    const names = Object.keys(types).map((word) => `${word} new`)
    same("fields", after.fields.slice(3), alphabetical([...before.fields.slice(3), ...names]))
    same("totalCount", after.totalCount, before.totalCount + 4)
    const details = Object.entries(types).map(([word, dataType]) => ({
      name: `${word} new`,
      dataType,
      unit: null,
      enumerationValues: null
    }))
    same("details", names.map(after.detail), details)
  }),
  five(
    "5-custom-reserved-name",
    "A definition with a reserved name is listed and found with its set",
    async (context) => {
      const model = await shed(context)
      const reserved = ["Name", "Guid", "Tag", "Code", "SpatialLocation"]
      const before = await available(context, model)
      await createSet(context, model.project, { name: "Own", propertyDefinitions: reserved.map(text) })
      const { fields } = await available(context, model)
      const added = fields.filter((field) => !before.fields.includes(field))
      same("added", added, alphabetical(reserved.map((name) => `Own.${name}`)))
      same("Name", (await rows(context, model, { fields: ["Name"] }))[0], { Name: "Wall" })
      same("nothing has it", await shown(context, model, "Own.Name"), {
        PropertySet: null,
        Value: null,
        PropertyId: null
      })
    }
  ),
  five("5-custom-shared-name", "A name in two custom sets is listed once, and found in each set", async (context) => {
    const model = await shed(context)
    for (const name of ["One", "Two"]) {
      await createSet(context, model.project, { name, propertyDefinitions: [text("Shared")] })
    }
    const { fields } = await available(context, model)
    same("listed", fields.filter((field) => field === "Shared").length, 1)
    await each(["Shared", "One.Shared", "Two.Shared"], String, async (field) => {
      same("products", (await rows(context, model, { fields: [field], filters: isNull(field) })).length, 4)
    })
  }),
  five(
    "5-custom-longest-set",
    "A text with dots is split after the longest set name of the project",
    async (context) => {
      const model = await shed(context)
      await createSet(context, model.project, { name: "A", propertyDefinitions: [text("other")] })
      errorView(await query(context, model, { filters: isNull("A.B.c.d") }), 400, "InvalidFilter")
      await createSet(context, model.project, { name: "A.B", propertyDefinitions: [text("c.d")] })
      same("by set A.B", (await rows(context, model, { filters: isNull("A.B.c.d") })).length, 4)
    }
  ),
  rules("contract 6", operating)(
    "5-custom-filters",
    "What the project defines may be filtered by, with case, in calculations too; once deleted it is 400 InvalidFilter",
    async (context) => {
      const model = await shed(context)
      const refused = async (property: string) => {
        errorView(await query(context, model, { filters: isNull(property) }), 400, "InvalidFilter")
      }
      for (const property of ["Grade", "Own.Grade"]) await refused(property)
      const body = { name: "Own", propertyDefinitions: [text("Grade")] }
      const id = (await createSet(context, model.project, body)).number("id")
      const cases = [
        ["Equals", null, 4],
        ["Equals", "", 4],
        ["Equals", "x", 0],
        ["NotEquals", "x", 4],
        ["In", ["x"], 0],
        ["NotIn", ["x"], 4],
        ["Contains", "", 0]
      ] as const
      await each(
        ["Grade", "Own.Grade"].flatMap((property) => cases.map((one) => [property, ...one] as const)),
        String,
        async ([property, operator, value, count]) => {
          same("count", (await rows(context, model, { filters: [{ property, operator, value }] })).length, count)
        }
      )
      for (const property of ["grade", "own.Grade", "Own.grade"]) await refused(property)
      const result = await calculate(context, model, { calculators: ["Count"], filters: isNull("Own.Grade") })
      same("calculation", result.at("totals", "Count"), 4)
      status(await context.api.delete(`${sets(model.project)}/${id}`), 204)
      for (const property of ["Grade", "Own.Grade"]) await refused(property)
    }
  ),
  five(
    "5-custom-rename-listed",
    "After a rename only the new name is listed, after a deletion none",
    async (context) => {
      const model = await shed(context)
      const created = await createSet(context, model.project, { name: "Own", propertyDefinitions: [text("Old name")] })
      const path = `${sets(model.project)}/${created.number("id")}/property`
      const definition = `${path}/${created.number("propertyDefinitions", 0, "id")}`
      const listed = async () =>
        (await available(context, model)).fields.filter((field) => /^(Old|New) name$/.test(field))
      same("before", await listed(), ["Old name"])
      status(await context.api.put(definition, { name: "New name" }), 200)
      same("after the rename", await listed(), ["New name"])
      errorView(await query(context, model, { filters: isNull("Old name") }), 400, "InvalidFilter")
      status(await context.api.delete(definition), 204)
      same("after the deletion", await listed(), [])
    }
  ),
  five(
    "5-custom-every-model",
    "Definitions apply to every model of their project and to no other project",
    async (context) => {
      const model = await shed(context)
      const second = await importModel(context.api, model.project, "bridge.ifc")
      await createSet(context, model.project, { name: "Own", propertyDefinitions: [text("Only here")] })
      const has = async (model: Imported) => (await available(context, model)).fields.includes("Only here")
      same(
        "first, second, another project",
        [await has(model), await has(second), await has(await context.house)],
        [true, true, false]
      )
    }
  ),
  five(
    "5-custom-in-available-data",
    "Custom definitions without values are listed with their detail",
    async (context) => {
      const model = await shed(context)
      const words = { dataType: "Enumeration", enumerationValues: ["one", "two"] }
      const mass = { name: "Mass", dataType: "Real", measureType: "Mass", unit: "kg" }
      const units = { Span: "ft", Floor: "m2", Slope: "deg", Rest: "h", Rate: "W/m2K", Odd: "furlong" }
      const measured = Object.entries(units).map(([name, unit]) => ({ name, dataType: "Real", unit }))
      const propertyDefinitions = [{ name: "Grade", ...words }, mass, text("Mark"), ...measured]
      await createSet(context, model.project, { name: "Custom", propertyDefinitions })
      const { detail } = await available(context, model)
      same("Grade", detail("Grade"), { name: "Grade", unit: null, ...words, dataType: "Enum" })
      same("Mass", detail("Mass")?.["dataType"], "Real")
      same(
        "units",
        Object.keys(units).map((name) => detail(name)?.["unit"]),
        ["Foot", "SquareMetre", "Degree", "Hour", "WattPerSquareMetrePerKelvin", "furlong"]
      )
      same("no value yet", await shown(context, model, "Grade"), { PropertySet: null, Value: null, PropertyId: null })
      same("filtered", (await rows(context, model, { filters: isNull("Custom.Grade") })).length, 4)
    }
  ),
  five(
    "5-custom-same-as-imported",
    "A custom property with imported names is the same property: one guid, and values stay",
    async (context) => {
      const model = await shed(context)
      const before = await shown(context, model, "Mark")
      const created = await createSet(context, model.project, { name: "Marks", propertyDefinitions: [text("Mark")] })
      same("guid", created.at("propertyDefinitions", 0, "guid"), before["PropertyId"])
      same("value", await shown(context, model, "Mark"), before)
      const path = `${base(model.project)}/property-definitions/${textOf(before["PropertyId"])}`
      const id = async () => status(await context.api.get(path), 200).at("id")
      same("resolves", await id(), created.number("propertyDefinitions", 0, "id"))
      status(await context.api.delete(`${sets(model.project)}/${created.number("id")}`), 204)
      same("what the file says shows again", await shown(context, model, "Mark"), before)
      same("resolves without id", await id(), null)
    }
  )
]
