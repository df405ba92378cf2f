import type { Answer } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { editing, g } from "../../harness/Editing.ts"
import type { Editor } from "../../harness/Editor.ts"
import { houseKeys, houseNames } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const fourteen = rules("contract 14")

const onHouse = (run: (editor: Editor) => Promise<void>) => (context: Context) => editing(context, run)

const csv = "text/csv"
const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const file = async (editor: Editor, fields: ReadonlyArray<string>, parameters = "", accept = csv): Promise<Answer> =>
  status(await editor.send("POST", `/products/properties/query${parameters}`, { fields }, { accept }), 200)

/** Takes back the bytes of a file and checks that they change nothing. */
const unchanged = async (editor: Editor, { bytes }: Answer, fields: number, parameters = "", type = csv) => {
  const answer = await editor.client.send("POST", `${editor.model.path}/products/table${parameters}`, {
    bytes,
    headers: { "content-type": type, "x-client-session-id": editor.sessionId! }
  })
  same("answer", status(answer, 200).body, { errors: [], edits: 0, unchanged: houseNames.length * fields, ignored: [] })
}

/** Texts, and the cells of CSV that have them. */
const guards = [
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-", "'-"],
  ["@a", "'@a"],
  ["\t1", "'\t1"],
  ["\r1", `"'\r1"`],
  ["'=1", "''=1"],
  ["'-", "''-"],
  ["''=1", "'''=1"],
  ["'quoted", "'quoted"],
  ["a=1", "a=1"],
  [" =1", " =1"]
] as const

export const tableFiles = [
  fourteen(
    "14-csv-guards",
    "A ' stands before a text that a spreadsheet would take for a formula, also before one that begins with ' already; the way back takes off exactly one",
    onHouse(async (editor) => {
      const guids = houseKeys.slice(0, guards.length).map(g)
      await editor.apply({ update: { Description: Object.fromEntries(guids.map((guid, i) => [guid, guards[i]![0]])) } })
      const answer = await file(editor, ["Description"])
      await each(
        guids.map((guid, i) => [guid, ...guards[i]!] as const),
        ([, text]) => JSON.stringify(text),
        async ([guid, , cell]) => holds("cell", answer.text.includes(`\n${guid},${cell}\r\n`), answer.text)
      )
      await unchanged(editor, answer, 1)
      const [one] = guids
      const shown = async (cell: string) => {
        same("errors", status(await editor.table(`Guid,Description\n${one},${cell}\n`), 200).list("errors"), [])
        return (await editor.pair(one!, "Description"))[1]
      }
      same("one guard", await shown("'=2"), "=2")
      same("two", await shown("''=2"), "'=2")
      same("three", await shown("'''=2"), "''=2")
      same("none", await shown("=2"), "=2")
      same("a text", await shown("'two"), "'two")
    })
  ),
  fourteen(
    "14-csv-guarded-headers",
    "Headers are guarded like texts, and found without their guard",
    onHouse(async (editor) => {
      const names = ["=Sum", "'=Sum", "-"]
      const value = { [g("WallA")]: { PropertySet: "Own", Value: "text" } }
      await editor.apply({ add: Object.fromEntries(names.map((name) => [name, value])) })
      const answer = await file(editor, names)
      same("headers", answer.text.split("\r\n")[0], "Guid,'=Sum,''=Sum,'-")
      await unchanged(editor, answer, names.length)
    })
  ),
  fourteen(
    "14-files-come-back",
    "A file that was not edited changes nothing: a workbook, and CSV with each of its options",
    onHouse(async (editor) => {
      const fields = [
        "Name",
        "Description",
        "SpatialLocation",
        "Code",
        "MaterialLayerSet",
        "Width",
        "Depth",
        "IsExternal"
      ]
      await unchanged(editor, await file(editor, fields, "", workbook), fields.length, "", workbook)
      const options = ["", "?bom=true", "?separator=%3B", "?separator=%09&unitsInHeader=true"]
      await each(options, String, async (option) =>
        unchanged(editor, await file(editor, fields, option), fields.length)
      )
      const commas = await file(editor, fields, "?separator=%3B&decimal=%2C")
      await unchanged(editor, commas, fields.length, "?decimal=%2C")
    })
  )
]
