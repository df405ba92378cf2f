import { type Answer, textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import { admit } from "../../harness/Editing.ts"
import { Editor } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { follow, startImport } from "../../harness/Imports.ts"
import { ask, column, made, rowsOf, rowsOfModel } from "../../harness/ProjectQuestions.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

/** The error and its text without the id that it names. */
const refusalOf = (answer: Answer, id: string) => textOf(errorView(answer, 400).at("errorDetails")).replaceAll(id, "…")

export const projectReaders = [
  thirteen(
    "13-no-access",
    "A user who cannot read a model learns nothing of it: no row, no field, no other error",
    async (context) => {
      const both = await made(context, "Hidden model")
      const { bridge, house } = both
      const { second } = context
      errorView(await ask(context, both, {}, "", second), 404, "ProjectNotFound")
      await admit(context, house, "NoAccess")
      const seen = (body: object) => ask(context, both, body, "", second)
      same("rows", column(await rowsOf(seen({})), "Guid"), column(await rowsOfModel(context, bridge, {}), "Guid"))
      const hidden = refusalOf(await seen({ models: [bridge.modelId, house.modelId] }), house.modelId)
      const unknown = "9007199254740991"
      same("unknown and unreadable", hidden, refusalOf(await seen({ models: [bridge.modelId, unknown] }), unknown))
      errorView(await seen({ models: [house.modelId] }), 400, "ReferenceNotFound")
      const filterOn = (property: string) => ({ filters: [{ property, operator: "Equals", value: "x" }] })
      const [of, none] = [await seen(filterOn("Größe")), await seen(filterOn("No such"))]
      errorView(of, 400, "InvalidFilter")
      same("text", refusalOf(of, "Größe"), refusalOf(none, "No such"))
      same("null object", (await rowsOf(seen({ fields: ["Größe"] })))[0], {
        Größe: { PropertySet: null, Value: null, PropertyId: null, Unit: null }
      })
      const listed = status(await second.get(`${both.project.path}/products/properties/available-data`), 200)
      same("listed", listed.list("fields").map(String).includes("Größe"), false)
      same("by name", await rowsOf(seen({ filters: [{ property: "Model", operator: "Equals", value: "house" }] })), [])
      status(await context.api.delete(`${house.path}/members/${encodeURIComponent(context.secondSubject)}`), 204)
      holds("with the default role", (await rowsOf(seen({ models: [house.modelId] }))).length > 0)
    }
  ),
  thirteen(
    "13-unpublished",
    "A query shows the caller's own unpublished changes and nobody else's",
    async (context) => {
      const both = await made(context, "Unpublished changes")
      const { bridge, house } = both
      await admit(context, house, "Viewer")
      const [first] = await rowsOfModel(context, house, { fields: ["Guid"] })
      const guid = textOf(first!["Guid"])
      const editor = new Editor(context.api, house, "ada")
      await editor.start()
      await editor.apply({ update: { Name: { [guid]: "Renamed before publishing" } } })
      const renamed = { filters: { Name: "Renamed before" }, fields: ["Guid", "Name"] }
      const row = { Guid: guid, Name: "Renamed before publishing" }
      same("own", await rowsOf(ask(context, both, renamed)), [row])
      same("of others", await rowsOf(ask(context, both, renamed, "", context.second)), [])
      status(await editor.send("POST", "/publish", { title: "Renamed" }), 204)
      same("published", await rowsOf(ask(context, both, renamed, "", context.second)), [row])
      await editor.end()
      status(await context.api.delete(house.path), 204)
      errorView(await ask(context, both, { models: [house.modelId] }), 400, "ReferenceNotFound")
      const left = await rowsOf(ask(context, both, {}))
      same("after the removal", column(left, "Guid"), column(await rowsOfModel(context, bridge, {}), "Guid"))
    }
  ),
  thirteen("13-without-version", "A model whose import failed has no products", async (context) => {
    const project = await context.newProject("Failed import")
    const started = await startImport(context.api, project, new TextEncoder().encode("ISO-10303-21;\n"))
    const ended = (await follow(context.api, started.string("id"))).at(-1)!
    same("status", ended.at("status"), "Failed")
    const url = `${project.path}/products/properties/query`
    await each(
      [{}, { models: [started.string("modelId")] }],
      (body) => JSON.stringify(body),
      async (body) => {
        const answer = status(await context.api.post(url, body), 200)
        same("no row", [answer.at("result"), answer.at("totalCount")], [[], 0])
      }
    )
  })
]
