import type { Answer } from "./Answer.ts"
import { status } from "./Check.ts"
import type { Client } from "./Client.ts"
import type { Context } from "./Context.ts"
import type { Editor } from "./Editor.ts"
import { fetched, follow, importBytes, type Imported } from "./Imports.ts"

/** The start of an export of a model, answered. */
export const startExport = async (client: Client, { path }: Pick<Imported, "path">): Promise<Answer> =>
  status(await client.post(`${path}/export-ifc`), 202)

/** The answer that leads to the file of an export, once that is Ready. */
export const exportResult = async (
  client: Client,
  { path }: Pick<Imported, "path">,
  operationId: string
): Promise<Answer> => {
  await follow(client, operationId)
  return status(await client.get(`${path}/export-ifc/${operationId}/result`), 302)
}

/** Exports a model now and returns the file, its text and the report. */
export const exported = async ({ client, model }: Pick<Editor, "client" | "model">) => {
  const started = await startExport(client, model)
  const links = await exportResult(client, model, started.string("id"))
  const file = status(await fetched(client, links.string("downloadUrl")), 200)
  const report = status(await fetched(client, links.string("reportUrl")), 200)
  return { bytes: file.bytes, text: file.text, report, source: started.at("source") }
}

/** Imports a file into a new project, which has no shared data. */
export const importedAgain = async (context: Context, bytes: Uint8Array): Promise<Imported> =>
  importBytes(context.api, await context.newProject("Exported"), bytes)

/** Returns the lines of one file that the other lacks. */
export const linesWithout = (file: string, other: string): ReadonlyArray<string> => {
  const known = new Set(other.split("\n"))
  return file.split("\n").filter((line) => !known.has(line))
}
