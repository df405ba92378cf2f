import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")

const fresh = (context: Context) => context.newProject("Definitions")

export const customDefinitions = [
  four(
    "4-custom-data-types",
    "dataType is string, integer, double, boolean or enumeration in answers",
    async (context) => {
      const project = await fresh(context)
      const { path } = {
        path: `${sets(project)}/${(await createSet(context, project, { name: "Types" })).number("id")}/property`
      }
      const expected = { String: "string", INTEGER: "integer", real: "double", Boolean: "boolean" }
      await each(
        Object.entries(expected),
        ([sent]) => sent,
        async ([dataType, answered]) => {
          same(
            "dataType",
            status(await context.api.post(path, { name: dataType, dataType }), 201).at("dataType"),
            answered
          )
        }
      )
      problem(await context.api.post(path, { name: "x", dataType: "Date" }), 400, "InvalidBody")
      problem(await context.api.post(path, { name: "x" }), 400, "InvalidBody")
      problem(await context.api.post(path, { dataType: "String" }), 400, "InvalidBody")
    }
  ),
  four("4-custom-enumeration", "Enumeration needs values, none twice; other types refuse them", async (context) => {
    const project = await fresh(context)
    const bad = [
      { dataType: "Enumeration" },
      { dataType: "Enumeration", enumerationValues: [] },
      { dataType: "Enumeration", enumerationValues: null },
      { dataType: "Enumeration", enumerationValues: ["a", "a"] },
      { dataType: "Enumeration", enumerationValues: [1] },
      { dataType: "String", enumerationValues: ["a"] }
    ]
    await each(
      bad,
      (definition) => JSON.stringify(definition),
      async (definition) => {
        const body = { name: "Set", propertyDefinitions: [{ name: "d", ...definition }] }
        problem(await context.api.post(sets(project), body), 400)
      }
    )
    same("nothing was made", status(await context.api.get(base(project)), 200).at("sets"), [])
  }),
  four(
    "4-custom-measure-type",
    "measureType is any text up to 64, its first letter made lower case; units too are up to 64",
    async (context) => {
      const project = await fresh(context)
      const measure = `Q${"x".repeat(63)}`
      const created = await createSet(context, project, {
        name: "Measures",
        propertyDefinitions: [
          { name: "a", dataType: "Real", measureType: "AreaDensity", unit: "u".repeat(64) },
          { name: "b", dataType: "Real", measureType: measure }
        ]
      })
      same(
        "measureTypes",
        created.list("propertyDefinitions").map(({ measureType }) => measureType),
        ["areaDensity", `q${"x".repeat(63)}`]
      )
      await each(
        [{ measureType: `${measure}x` }, { unit: "u".repeat(65) }],
        (extra) => Object.keys(extra).join(),
        async (extra) => {
          const body = { name: "More", propertyDefinitions: [{ name: "a", dataType: "Real", ...extra }] }
          problem(await context.api.post(sets(project), body), 400, "InvalidBody")
        }
      )
    }
  ),
  rule("custom-definition", "A definition is added, read by its guid, changed and deleted", async (context) => {
    const project = await fresh(context)
    const path = `${sets(project)}/${(await createSet(context, project, { name: "S" })).number("id")}/property`
    const added = status(
      await context.api.post(path, { name: "a", dataType: "Real", unit: "m", measureType: "Length" }),
      201
    )
    const byGuid = `${base(project)}/property-definitions/${added.string("guid")}`
    same("read", status(await context.api.get(byGuid), 200).body, added.body)
    same(
      "in any case",
      status(await context.api.get(`${base(project)}/property-definitions/${added.string("guid").toUpperCase()}`), 200)
        .body,
      added.body
    )
    const changed = status(await context.api.put(`${path}/${added.number("id")}`, { name: "b", unit: null }), 200)
    same("changed", changed.body, { ...added.object(), name: "b", unitName: null })
    same("nothing", status(await context.api.put(`${path}/${added.number("id")}`, {}), 200).body, changed.body)
    for (const bad of [{ name: null }, { dataType: null }, { name: " " }, { dataType: "Enumeration" }]) {
      problem(await context.api.put(`${path}/${added.number("id")}`, bad), 400)
    }
    same("body", status(await context.api.delete(`${path}/${added.number("id")}`), 204).text, "")
    problem(await context.api.get(byGuid), 404)
    problem(await context.api.delete(`${path}/${added.number("id")}`), 404)
    problem(await context.api.put(`${path}/${added.number("id")}`, { name: "c" }), 404)
  }),
  four(
    "4-custom-guid-in-use",
    "Renaming keeps the guid; a definition made later under the old names gets another",
    async (context) => {
      const project = await fresh(context)
      const path = `${sets(project)}/${(await createSet(context, project, { name: "S" })).number("id")}/property`
      const first = status(await context.api.post(path, { name: "a", dataType: "String" }), 201)
      const renamed = status(await context.api.put(`${path}/${first.number("id")}`, { name: "b" }), 200)
      same("guid", renamed.at("guid"), first.at("guid"))
      const second = status(await context.api.post(path, { name: "a", dataType: "String" }), 201)
      holds("another guid", second.at("guid") !== first.at("guid"))
    }
  ),
  rules("contract 2.12")("2.12-list-length", "Lists have up to 1,000 entries", async (context) => {
    const project = await fresh(context)
    const values = Array.from({ length: 1001 }, (_, i) => `v${i}`)
    const body = (count: number) => ({
      name: `Long ${count}`,
      propertyDefinitions: [{ name: "d", dataType: "Enumeration", enumerationValues: values.slice(0, count) }]
    })
    await createSet(context, project, body(1000))
    problem(await context.api.post(sets(project), body(1001)), 400, "InvalidBody")
  })
]
