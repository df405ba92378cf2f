import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { rules } from "../../../harness/Rule.ts"
import { propertyDefinition, propertySet } from "../every/CustomResources.ts"
import { shelfOf } from "../every/Resource.ts"
import { text } from "./CustomProperties.ts"

const four = rules("contract 4")

const fresh = (context: Context) => shelfOf(context, propertyDefinition)

export const customDefinitions = [
  four(
    "4-custom-data-types",
    "dataType is string, integer, double, boolean or enumeration in answers",
    async (context) => {
      const shelf = await fresh(context)
      const expected = { String: "string", INTEGER: "integer", real: "double", Boolean: "boolean" }
      await each(Object.entries(expected), String, async ([dataType, answered]) => {
        same("dataType", (await shelf.make({ dataType })).answer.at("dataType"), answered)
      })
    }
  ),
  four("4-custom-enumeration", "Enumeration needs distinct values; other types refuse values", async (context) => {
    const shelf = await shelfOf(context, propertySet)
    const bad = [
      { dataType: "Enumeration" },
      { dataType: "Enumeration", enumerationValues: [] },
      { dataType: "Enumeration", enumerationValues: null },
      { dataType: "Enumeration", enumerationValues: ["a", "a"] },
      { dataType: "Enumeration", enumerationValues: [1] },
      { dataType: "String", enumerationValues: ["a"] }
    ]
    await each(bad, JSON.stringify, async (definition) => {
      problem(await shelf.post({ name: "Set", propertyDefinitions: [{ name: "d", ...definition }] }), 400)
    })
    same("nothing was made", await shelf.items(), [])
  }),
  four(
    "4-custom-guid-in-use",
    "Renaming keeps the guid; a later definition with the old names gets another guid",
    async (context) => {
      const shelf = await fresh(context)
      const first = await shelf.make({ name: "a" })
      const renamed = status(await context.api.put(first.path, { name: "b" }), 200)
      same("guid", renamed.at("guid"), first.answer.at("guid"))
      const second = await shelf.make({ name: "a" })
      holds("another guid", second.answer.at("guid") !== first.answer.at("guid"))
    }
  ),
  four(
    "4-custom-change-type",
    "The data type and the words can be changed; only an enumeration has words",
    async (context) => {
      const shelf = await fresh(context)
      const { answer, path } = await shelf.make(text("d"))
      const put = (body: object) => context.api.put(path, body)
      const shown = async (body: object) => {
        const answer = status(await put(body), 200)
        same("listed", await shelf.items(), [answer.body])
        return [answer.at("dataType"), answer.at("enumerationValues")]
      }
      problem(await put({ enumerationValues: ["x"] }), 400, "InvalidBody")
      problem(await put({ dataType: "Enumeration" }), 400, "InvalidBody")
      const words = { DataType: "Enumeration", EnumerationValues: ["b", "a"] }
      same("an enumeration", await shown(words), ["enumeration", ["b", "a"]])
      same("other words", await shown({ enumerationValues: ["c", "a"] }), ["enumeration", ["c", "a"]])
      for (const bad of [[], null, ["c", "c"]]) problem(await put({ enumerationValues: bad }), 400, "InvalidBody")
      problem(await put({ dataType: "Real", enumerationValues: ["c"] }), 400, "InvalidBody")
      same("a number", await shown({ dataType: "Real" }), ["double", null])
      problem(await put({ dataType: "Enumeration" }), 400, "InvalidBody")
      same("the guid", (await shelf.items())[0]!["guid"], answer.at("guid"))
    }
  )
]
