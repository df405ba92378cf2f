import { type Json, textOf } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import type { Imported } from "../../../harness/Imports.ts"
import { rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { available, shed, shown } from "./CustomInProducts.ts"
import { base, createSet, sets, text } from "./CustomProperties.ts"

const four = rules("contract 4", operating)
const five = rules("contract 5", operating)

/** The definition of a PropertyId. */
const resolved = async (context: Context, model: Imported, guid: Json | undefined) =>
  status(await context.api.get(`${base(model.project)}/property-definitions/${textOf(guid)}`), 200)

export const customAndImported = [
  four(
    "4-custom-type-of-values",
    "A definition of another type than the values leaves them unchanged; dataType is null while both types exist",
    async (context) => {
      const model = await shed(context)
      const before = await shown(context, model, "Mark")
      const type = async () => (await available(context, model)).detail("Mark")?.["dataType"]
      const body = { name: "Marks", propertyDefinitions: [text("Mark")] }
      const id = (await createSet(context, model.project, body)).number("id")
      same("of the same type", await type(), "String")
      const integer = { propertyDefinitions: [{ name: "Mark", dataType: "Integer" }] }
      status(await context.api.put(`${sets(model.project)}/${id}`, integer), 200)
      same("of another type", await type(), null)
      same("the value", await shown(context, model, "Mark"), before)
      const classes = { entityTypes: [{ value: "IfcDoor" }] }
      status(await context.api.put(`${sets(model.project)}/${id}`, classes), 200)
      same("the value for other classes", await shown(context, model, "Mark"), before)
      const found = await rows(context, model, { filters: [{ property: "Mark", operator: "Equals", value: "old" }] })
      same("found by it", found.length, 2)
    }
  ),
  four(
    "5-custom-rename-resolves",
    "After renaming a definition of imported names every PropertyId resolves to exactly one property",
    async (context) => {
      const model = await shed(context)
      const created = await createSet(context, model.project, { name: "Marks", propertyDefinitions: [text("Mark")] })
      const path = `${sets(model.project)}/${created.number("id")}`
      const own = created.string("propertyDefinitions", 0, "guid")
      status(await context.api.put(path, { name: "Renamed" }), 200)
      same(
        "the definition",
        (await resolved(context, model, own)).at("id"),
        created.number("propertyDefinitions", 0, "id")
      )
      for (const field of ["Mark", "Marks.Mark", "Renamed.Mark"]) {
        const { PropertyId, PropertySet } = await shown(context, model, field)
        if (PropertyId === null) continue
        same("name", (await resolved(context, model, PropertyId)).at("name"), "Mark")
        holds("one guid for one set", (PropertyId === own) === (PropertySet === "Renamed"), PropertySet)
      }
    }
  ),
  four(
    "5-custom-renamed-onto-imported",
    "A set renamed to the name of an imported one is the same set: its guid is the PropertyId of the file's values",
    async (context) => {
      const model = await shed(context)
      const before = await shown(context, model, "Mark")
      const created = await createSet(context, model.project, { name: "Own", propertyDefinitions: [text("Mark")] })
      const guid = created.string("propertyDefinitions", 0, "guid")
      const renamed = await context.api.put(`${sets(model.project)}/${created.number("id")}`, { name: "Marks" })
      same("guid stays", status(renamed, 200).at("propertyDefinitions", 0, "guid"), guid)
      same("value", await shown(context, model, "Mark"), { ...before, PropertyId: guid })
    }
  ),
  five("5-imported-definition", "An imported property has its type, unit and words in its project", async (context) => {
    const model = await context.house
    const expected: Readonly<Record<string, readonly [string, string | null, ReadonlyArray<string> | null]>> = {
      Depth: ["double", "Millimetre", null],
      Count: ["integer", null, null],
      IsExternal: ["boolean", null, null],
      Status: ["enumeration", null, ["NEW", "EXISTING", "DEMOLISH"]],
      Reference: ["string", null, null],
      NetVolume: ["double", "CubicMetre", null]
    }
    const elsewhere = await context.newProject("Elsewhere")
    await each(
      Object.entries(expected),
      ([field]) => field,
      async ([name, [dataType, unitName, enumerationValues]]) => {
        const { PropertyId } = await shown(context, model, name)
        const definition = {
          id: null,
          guid: PropertyId,
          name,
          dataType,
          measureType: null,
          unitName,
          enumerationValues
        }
        same("definition", (await resolved(context, model, PropertyId)).body, definition)
        const foreign = `${base(elsewhere)}/property-definitions/${textOf(PropertyId)}`
        same("elsewhere", (await context.api.get(foreign)).status, 404)
      }
    )
  })
]
