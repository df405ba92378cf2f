import { textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")

/** A set of its own in a project of its own. */
const fresh = async (context: Context, ...propertyDefinitions: ReadonlyArray<object>) => {
  const project = await context.newProject("Definitions changed")
  const created = await createSet(context, project, { name: "S", propertyDefinitions })
  const path = `${sets(project)}/${created.number("id")}`
  const listed = async () => status(await context.api.get(base(project)), 200).list("sets", 0, "propertyDefinitions")
  return { project, created, path, definitions: `${path}/property`, listed }
}

export const customChanges = [
  rule(
    "custom-definition-listed",
    "A definition that is added stands last in its set; a change leaves it its place, a deletion leaves the others",
    async (context) => {
      const { created, definitions, listed } = await fresh(
        context,
        { name: "z", dataType: "String" },
        { name: "m", dataType: "String" }
      )
      const added = status(await context.api.post(definitions, { name: "a", dataType: "Boolean" }), 201)
      const [z, m] = created.list("propertyDefinitions")
      same("added", await listed(), [z, m, added.body])
      const changed = status(await context.api.put(`${definitions}/${textOf(z!["id"])}`, { name: "zz" }), 200)
      same("changed", await listed(), [changed.body, m, added.body])
      status(await context.api.delete(`${definitions}/${textOf(m!["id"])}`), 204)
      same("deleted", await listed(), [changed.body, added.body])
    }
  ),
  rule(
    "custom-definition-nulls",
    "In a new definition null is absent: optional members are null in the answer, name and dataType 400",
    async (context) => {
      const { definitions } = await fresh(context)
      const body = { name: "d", dataType: "Integer", measureType: null, unit: null, enumerationValues: null }
      const { id, guid, ...rest } = status(await context.api.post(definitions, body), 201).object()
      holds("id and guid", typeof id === "number" && typeof guid === "string")
      same("definition", rest, {
        name: "d",
        dataType: "integer",
        measureType: null,
        unitName: null,
        enumerationValues: null
      })
      for (const bad of [
        { name: null, dataType: "Real" },
        { name: "e", dataType: null }
      ]) {
        problem(await context.api.post(definitions, bad), 400, "InvalidBody")
      }
    }
  ),
  rules("contract 2.2")(
    "2.2-custom-definition-any-case",
    "Members of a definition match in any case; two spellings of one are 400",
    async (context) => {
      const { definitions } = await fresh(context)
      const sent = { NAME: "d", datatype: "Enumeration", MeasureType: "Ratio", UNIT: "m", EnumerationValues: ["x"] }
      const added = status(await context.api.post(definitions, sent), 201)
      same(
        "definition",
        ["name", "dataType", "measureType", "unitName", "enumerationValues"].map((name) => added.at(name)),
        ["d", "enumeration", "ratio", "m", ["x"]]
      )
      const path = `${definitions}/${added.number("id")}`
      same("changed", status(await context.api.put(path, { Unit: "km" }), 200).at("unitName"), "km")
      problem(await context.api.put(path, { unit: "m", UNIT: "m" }), 400, "InvalidBody")
      problem(await context.api.post(definitions, { name: "e", Name: "f", dataType: "Real" }), 400, "InvalidBody")
    }
  ),
  four(
    "4-custom-change-type",
    "A change of data type or words is accepted; an enumeration has words and nothing else has",
    async (context) => {
      const { created, definitions, listed } = await fresh(context, { name: "d", dataType: "String" })
      const path = `${definitions}/${created.number("propertyDefinitions", 0, "id")}`
      const put = (body: object) => context.api.put(path, body)
      const shown = async (body: object) => {
        const answer = status(await put(body), 200)
        same("listed", await listed(), [answer.body])
        return [answer.at("dataType"), answer.at("enumerationValues")]
      }
      problem(await put({ enumerationValues: ["x"] }), 400, "InvalidBody")
      problem(await put({ dataType: "Enumeration" }), 400, "InvalidBody")
      const words = { dataType: "Enumeration", enumerationValues: ["b", "a"] }
      same("an enumeration", await shown(words), ["enumeration", ["b", "a"]])
      same("other words", await shown({ enumerationValues: ["c", "a"] }), ["enumeration", ["c", "a"]])
      for (const bad of [[], null, ["c", "c"]]) problem(await put({ enumerationValues: bad }), 400, "InvalidBody")
      problem(await put({ dataType: "Real", enumerationValues: ["c"] }), 400, "InvalidBody")
      same("a number", await shown({ dataType: "Real" }), ["double", null])
      problem(await put({ dataType: "Enumeration" }), 400, "InvalidBody")
      same("the guid", (await listed())[0]!["guid"], created.at("propertyDefinitions", 0, "guid"))
    }
  ),
  rules("contract 10")(
    "10-custom-pointers",
    "Each fault of a body is told with a pointer to its place and a detail",
    async (context) => {
      const { project, path, definitions } = await fresh(context, { name: "d", dataType: "String" })
      const good = { name: "g", dataType: "String" }
      const definition = (body: object) => ({ name: "T", propertyDefinitions: [good, body] })
      const cases: ReadonlyArray<readonly [method: "post" | "put", path: string, body: object, pointer: string]> = [
        ["post", sets(project), {}, "/name"],
        ["post", sets(project), { name: 3 }, "/name"],
        ["post", sets(project), { name: "T", entityTypes: {} }, "/entityTypes"],
        ["post", sets(project), { name: "T", entityTypes: [{ value: "a" }, {}] }, "/entityTypes/1/value"],
        [
          "post",
          sets(project),
          { name: "T", entityTypes: [{ value: "a", predefinedTypes: [{ displayName: "x" }] }] },
          "/entityTypes/0/predefinedTypes/0/value"
        ],
        ["post", sets(project), definition({ dataType: "Real" }), "/propertyDefinitions/1/name"],
        ["post", sets(project), definition({ name: "n", dataType: "?" }), "/propertyDefinitions/1/dataType"],
        ["post", sets(project), definition({ ...good, name: "n", unit: 1 }), "/propertyDefinitions/1/unit"],
        ["put", path, { name: "" }, "/name"],
        ["post", definitions, { name: "n" }, "/dataType"],
        [
          "post",
          definitions,
          { name: "n", dataType: "Enumeration", enumerationValues: ["a", 1] },
          "/enumerationValues/1"
        ]
      ]
      await each(
        cases,
        ([method, , body]) => `${method} ${JSON.stringify(body)}`,
        async ([method, path, body, pointer]) => {
          const answer = problem(await context.api[method](path, body), 400, "InvalidBody")
          const faults = answer.list("errors")
          same("pointers", [...new Set(faults.map((fault) => fault["pointer"]))], [pointer])
          holds(
            "details",
            faults.every(({ detail }) => typeof detail === "string" && detail !== ""),
            faults
          )
        }
      )
    }
  )
]
