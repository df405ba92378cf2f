import { holds, matches, same, status } from "./Check.ts"
import type { Context } from "./Context.ts"
import { errorView } from "./ErrorForms.ts"
import { Mismatch } from "./Faults.ts"
import { fetched, follow, upload } from "./Imports.ts"

/** Imports bytes under a name and returns how the operation ended. */
export const ending = async (context: Context, bytes: Uint8Array, uploadFileName: string) => {
  const project = await context.newProject(`Import of ${uploadFileName}`)
  const uploadKey = await upload(context.api, bytes)
  const answer = await context.api.post(`${project.path}/models`, { modelName: "m", uploadKey, uploadFileName })
  if (answer.status === 400) return { refused: answer, project, path: "" }
  const started = status(answer, 202)
  const last = (await follow(context.api, started.string("id"))).at(-1)!
  return { last, project, path: `${project.path}/models/${started.string("modelId")}` }
}

/** Checks that a bad file is refused at once, or that its operation fails with the code. Both must give a reason. */
export const fails = async (context: Context, bytes: Uint8Array, name: string, ...codes: ReadonlyArray<string>) => {
  const { refused, last, project, path } = await ending(context, bytes, name)
  if (refused !== undefined) {
    if (!codes.includes(refused.string("error"))) throw new Mismatch("error", codes, refused.text)
    return
  }
  if (last.at("status") !== "Failed" || !codes.includes(last.string("error")))
    throw new Mismatch("end", codes, last.text)
  holds("errorDetails", last.string("errorDetails").length > 0)
  const { body } = status(await fetched(context.anonymous, last.string("reportUrl")), 200)
  holds("the report is an object", typeof body === "object" && body !== null, body)
  same("models", status(await context.api.get(`${project.path}/models`), 200).body, { models: [] })
  const hidden = errorView(await context.api.get(path), 404, "ModelNotFound")
  matches("the details say why it failed", hidden.at("errorDetails"), /import|fail/i)
}
