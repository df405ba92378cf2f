import type { Json, JsonObject } from "../../../../spec-tests/harness/Answer.ts"
import { status } from "../../../../spec-tests/harness/Check.ts"
import { Editor } from "../../../../spec-tests/harness/Editor.ts"
import { exported } from "../../../../spec-tests/harness/Exporting.ts"
import { follow, upload } from "../../../../spec-tests/harness/Imports.ts"
import type { Expected } from "./Expected.ts"
import { checkIntegrity, compareExport } from "./ExportedFile.ts"
import { Trial } from "./Trial.ts"

/** Makes the codes that an edit gives; returns their guids by identification. */
const makeCodes = async ({ context, model }: Trial, codes: NonNullable<Expected["codes"]>) => {
  const path = `${model.project.path}/codifications`
  const guids = new Map<string, string>()
  const libraries = new Map<string, string>()
  for (const { identification, library, name } of codes) {
    if (!libraries.has(library)) {
      const made = status(await context.api.post(path, { name: library }), 201)
      libraries.set(library, made.string("guid"))
    }
    const code = await context.api.post(`${path}/${libraries.get(library)!}/codification`, { identification, name })
    guids.set(identification, status(code, 201).string("guid"))
  }
  return guids
}

/** Returns the body with the guids of codes for `{code}` and `{codes}`. */
const withGuids = (value: Json, guids: ReadonlyMap<string, string>): Json => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((part: Json) => withGuids(part, guids))
  const { code, codes } = value as JsonObject
  if (typeof code === "string") return guids.get(code)!
  if (Array.isArray(codes)) return codes.map((identification) => guids.get(String(identification))!)
  return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, withGuids(part, guids)]))
}

/** Edits the model as expected.json describes, publishes, exports, and imports the export again. */
export const tryEdits = async (trial: Trial, expected: Expected): Promise<void> => {
  const { context, findings, model } = trial
  const editor = new Editor(context.api, model, "reported")
  const guids = await makeCodes(trial, expected.codes ?? [])
  if (expected.definitions !== undefined) {
    const path = `${model.project.path}/customProperties/property-sets`
    const set = { name: "Own", propertyDefinitions: expected.definitions }
    status(await context.api.post(path, set), 201)
  }
  await editor.start()
  if (expected.change !== undefined) await editor.apply(withGuids(expected.change, guids))
  for (const guid of expected.delete ?? []) await editor.removed(guid)
  if (expected.view !== undefined) await trial.products(expected.view, "before publication: ")
  await editor.published()
  let file = await exported(editor)
  checkIntegrity(file.text, findings)
  if (expected.export !== undefined) compareExport(file.text, file.report.text, expected.export, findings)
  for (let times = 0; times < (expected.takeBack ?? 0); times++) {
    const body = { uploadKey: await upload(context.api, file.bytes), uploadFileName: "own.ifc", title: "Own export" }
    const started = status(await context.api.post(`${model.path}/imports`, body), 202)
    await follow(context.api, started.string("id"))
    file = await exported(editor)
    checkIntegrity(file.text, findings)
  }
  if (expected.after === undefined) return
  const again = expected.takeBack === undefined ? await Trial.of(context, file.bytes, findings) : trial
  if (expected.after.products !== undefined) await again.products(expected.after.products, "after export: ")
  if (expected.after.details !== undefined) await again.details(expected.after.details, [], "after export: ")
}
