import { type Answer, type JsonObject, textOf } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import { admit } from "../../harness/Editing.ts"
import { Editor } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { made } from "../../harness/ProjectQuestions.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const fourteen = rules("contract 14", operating)

const ndjson = { accept: "application/x-ndjson" }

const linesOf = (answer: Answer): ReadonlyArray<JsonObject> =>
  status(answer, 200)
    .text.split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject)

export const fileReaders = [
  fourteen(
    "14-file-roles",
    "A Viewer gets files of a model, NoAccess and a stranger get the 404 of JSON, and a file of the project lacks what its reader may not read",
    async (context) => {
      const { bridge, house, project } = await made(context, "Readers of files")
      const { second } = context
      const below = ["/products/properties/query", "/products/groups"]
      for (const path of below) {
        errorView(await second.post(house.path + path, {}, ndjson), 404, "ProjectNotFound")
        errorView(await second.post(project.path + path, {}, ndjson), 404, "ProjectNotFound")
      }
      await admit(context, house, "Viewer")
      const query = { fields: ["Name"] }
      const own = linesOf(await context.api.post(`${house.path}${below[0]}`, query, ndjson))
      same("of a Viewer", linesOf(await second.post(`${house.path}${below[0]}`, query, ndjson)), own)
      holds(
        "groups",
        linesOf(
          await second.post(
            `${house.path}${below[1]}`,
            { groupBy: ["Class"], measures: [{ calculator: "Count" }] },
            ndjson
          )
        ).length > 0
      )
      await admit(context, house, "NoAccess")
      for (const path of below) errorView(await second.post(house.path + path, {}, ndjson), 404, "ModelNotFound")
      const ofProject = await second.post(`${project.path}${below[0]}`, { fields: ["Model"] }, ndjson)
      same("models", [...new Set(linesOf(ofProject).map(({ Model }) => Model))], ["Bridge"])
      const named = await second.post(`${project.path}${below[0]}`, { models: [house.modelId] }, ndjson)
      errorView(named, 400, "ReferenceNotFound")
      holds("the other model", linesOf(await second.post(`${bridge.path}${below[0]}`, query, ndjson)).length > 0)
    }
  ),
  fourteen(
    "14-file-unpublished",
    "A file shows its reader's own unpublished changes and nobody else's",
    async (context) => {
      const { house } = await made(context, "Unpublished changes in files")
      await admit(context, house, "Viewer")
      const path = `${house.path}/products/properties/query`
      const names = async (client = context.api) =>
        linesOf(await client.post(path, { fields: ["Name"] }, ndjson)).map(({ Name }) => Name)
      const before = await names()
      const [first] = linesOf(await context.api.post(path, { fields: [] }, ndjson))
      const editor = new Editor(context.api, house, "ada")
      await editor.start()
      await editor.apply({ update: { Name: { [textOf(first!["Guid"])]: "Only mine" } } })
      same("own", await names(), ["Only mine", ...before.slice(1)])
      same("of others", await names(context.second), before)
      await editor.discard()
      same("after the discard", await names(), before)
    }
  )
]
