import { type Answer, textOf } from "./Answer.ts"
import { same, status } from "./Check.ts"
import type { Editor } from "./Editor.ts"
import { fixture, follow, guid, upload } from "./Imports.ts"
import { proxy } from "./MadeIfc.ts"

const encoder = new TextEncoder()

/** The text of the house, to be changed. */
export const houseText = async (): Promise<string> => new TextDecoder().decode(await fixture("house.ifc"))

/** Returns the file with the text in place of one that occurs in it once. */
export const replaced = (file: string, before: string, after: string): string => {
  same(`times ${before} stands in the file`, file.split(before).length - 1, 1)
  return file.replace(before, () => after)
}

/** Returns the file without the product of this name and without the relations that refer only to that product. */
export const without = (file: string, name: string): string => {
  const lines = file.split("\n")
  const [number] = lines.find((line) => line.includes(`'${guid(name)}'`))!.split("=")
  return lines
    .filter((line) => !line.startsWith(`${number}=`) && !line.includes(`(${number})`))
    .join("\n")
    .replaceAll(`(${number},`, "(")
    .replaceAll(`,${number},`, ",")
    .replaceAll(`,${number})`, ")")
}

/** The file with more lines at its end. */
export const withLines = (file: string, ...lines: ReadonlyArray<string>): string =>
  replaced(file, "ENDSEC;\nEND-ISO", [...lines, "ENDSEC;\nEND-ISO"].join("\n"))

/** The file with one more product, whose GlobalId is derived from its name. */
export const withProduct = (file: string, name: string): string => withLines(file, proxy(9000, name))

/** Requests the import of a new file for the model and returns the answer. */
export const sendFile = async (editor: Editor, file: string, more: object = {}): Promise<Answer> => {
  const uploadKey = await upload(editor.client, encoder.encode(file))
  return editor.send("POST", "/imports", { uploadKey, uploadFileName: "house.ifc", title: "New file", ...more })
}

/** Imports a new file for the model: how its operation ended. */
export const endOfFile = async (editor: Editor, file: string, more: object = {}): Promise<Answer> => {
  const started = status(await sendFile(editor, file, more), 202)
  return (await follow(editor.client, started.string("id"))).at(-1)!
}

/** Imports a new file for the model and returns the ended operation and the id of the new version. */
export const takeFile = async (editor: Editor, file: string, title = "New file") => {
  const operation = await endOfFile(editor, file, { title })
  same(`status (${operation.text})`, operation.at("status"), "Ready")
  const [latest] = await editor.versions()
  same("title of the latest", latest!["title"], title)
  return { operation, versionId: textOf(latest!["modelVersionId"]) }
}
