import type { Json } from "./Answer.ts"
import { each, same, status } from "./Check.ts"
import type { Context } from "./Context.ts"
import { Editor, one } from "./Editor.ts"
import { fixture, guid, type Imported, importBytes, type ModelFile } from "./Imports.ts"
import type { HouseKey } from "./Query.ts"

/** The GlobalId of a product of the house. */
export const g = (key: HouseKey | "DoorHole" | "WindowHole"): string => guid(key)

/** The first user in a session at a model that no other rule edits. */
export const freshEditor = async (context: Context, file: ModelFile | Uint8Array = "house.ifc"): Promise<Editor> => {
  const bytes = typeof file === "string" ? await fixture(file) : file
  return begin(new Editor(context.api, await importBytes(context.api, await context.newProject("Edits"), bytes), "ada"))
}

const begin = async (editor: Editor): Promise<Editor> => {
  await editor.start()
  return editor
}

/** Gives the second user a role on one model of the project, and none on the others. */
export const admit = async (context: Context, model: Imported, role: string): Promise<void> => {
  const subject = encodeURIComponent(context.secondSubject)
  status(await context.api.put(`${model.project.path}/members/${subject}`, { role: "User" }), 200)
  status(await context.api.put(`${model.path}/members/${subject}`, { role }), 200)
}

/** The second user in a session at the same model. */
export const companion = async (context: Context, { model }: Editor, role = "Modeler"): Promise<Editor> => {
  await admit(context, model, role)
  return begin(new Editor(context.second, model, "bob"))
}

/** Runs a rule on a house that the rules of a room share, and discards its edits. */
export const editing = async (context: Context, run: (editor: Editor) => Promise<void>): Promise<void> => {
  const editor = await context.once("edited house", () => freshEditor(context))
  await editor.start()
  await editor.discard()
  try {
    await run(editor)
  } finally {
    await editor.discard()
  }
}

/**
 * One modification of the house and what comes of it: `[PropertySet, Value]` that the field then shows, or an error,
 * with what is appended to the field: `InvalidValue .Value`.
 */
export type Case = readonly [
  verb: "add" | "addOrUpdate" | "delete" | "update",
  field: string,
  key: HouseKey,
  value: unknown,
  expected: string | readonly [set: Json, value: Json]
]

/** Applies modifications one after the other, each to the public state of the house. */
export const tried =
  (cases: ReadonlyArray<Case>) =>
  async (context: Context): Promise<void> =>
    editing(context, (editor) =>
      each(
        cases,
        ([verb, field, key, value]) => `${verb} ${field} of ${key}: ${JSON.stringify(value).slice(0, 80)}`,
        (entry) => attempt(editor, entry)
      )
    )

const attempt = async (editor: Editor, [verb, field, key, value, expected]: Case): Promise<void> => {
  const found = await editor.errors(one(verb, field, g(key), value))
  if (typeof expected === "string") {
    const [error, member = ""] = expected.split(" ")
    if (found.length === 0) await editor.discard()
    same("errors", found, [[g(key), field + member, error]])
    return
  }
  same("errors", found, [])
  try {
    same("shown", await editor.pair(g(key), field), expected)
  } finally {
    await editor.discard()
  }
}
