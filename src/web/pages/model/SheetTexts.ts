import { counted } from "../../Texts.ts"

const cells = (count: number): string => (count === 1 ? "1 cell" : `${counted(count)} cells`)

/** Texts about tables that come back from a spreadsheet; part of those of the model's page. */
export const sheet = {
  title: "Import a spreadsheet",
  about:
    "Choose a table that was saved here and changed in a spreadsheet. Rows are matched by Guid and columns by their names. Nothing changes until you apply it. A workbook knows the version that it was made of, so it never undoes what others published since; CSV does not know it.",
  file: "Excel workbook or CSV",
  options: {
    hasDecimalComma: "Numbers have a decimal comma",
    ignoresEmpty: "Leave values whose cells are empty in the sheet",
    makesProperties: "Make new properties of columns such as Set.Name",
    isForced: "Replace what others have published since"
  },
  notRead: "The browser could not read the file.",
  notSent: "The connection broke before all of the file was there.",
  busy: "Comparing the sheet…",
  counts: (edits: number, unchanged: number): string =>
    `${edits === 0 ? "No cell" : cells(edits)} would change, ${counted(unchanged)} would not.`,
  refused: (errors: number): string =>
    `Nothing can be applied: ${counted(errors)} ${errors === 1 ? "error was" : "errors were"} found. Correct the sheet and choose it again.`,
  ignored: (headers: ReadonlyArray<string>): string =>
    `Columns that name no field are left out: ${headers.join(", ")}.`,
  changes: "Cells that would change",
  heads: ["Product", "Field", "Before", "After"],
  errors: "Errors",
  errorHeads: ["Row", "Column", "Error"],
  first: (shown: string, all: string): string => `The first ${shown} of ${all} are listed.`,
  apply: "Apply",
  applying: "Applying…",
  applied: (edits: number): string =>
    `${cells(edits)} of the sheet ${edits === 1 ? "is" : "are"} changed. Only you see it until you publish.`
} as const
