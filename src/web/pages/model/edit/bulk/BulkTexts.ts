import { counted } from "../../../../Texts.ts"
import { inLanguage } from "../../../../words/Words.ts"

const values = (count: number): string => (count === 1 ? "1 value" : `${counted(count)} values`)

/** English texts about changes of many values at once. */
export const words = {
  titles: {
    set: (field: string): string => `Set ${field}`,
    fill: "Fill down",
    paste: "Paste",
    replace: "Find and replace"
  },
  busy: "Comparing…",
  counts: (changed: number, unchanged: number, isCut: boolean): string =>
    changed === 0
      ? `No value would change, ${counted(unchanged)} would not.`
      : isCut
        ? `More than ${values(changed)} may change.`
        : `${values(changed)} would change, ${counted(unchanged)} would not.`,
  added: (count: number): string =>
    count === 1
      ? "1 product gets a property that it lacks."
      : `${counted(count)} values are of properties that products lack so far.`,
  wrong: (count: number): string =>
    `${count === 1 ? "1 value cannot be taken" : `${counted(count)} values cannot be taken`}: see beside each.`,
  tooMany: "More than 1,000 values cannot be taken; the others are not listed.",
  leaveOut: (count: number): string =>
    count === 1 ? "Leave out the wrong value" : `Leave out the ${counted(count)} wrong values`,
  heads: ["Product", "Field", "Before", "After"],
  list: "What would change",
  first: (shown: number, all: number): string => `The first ${counted(shown)} of ${counted(all)} are listed.`,
  noUndo: "More than 10,000 values: they can be undone one by one or discarded, but not in one step.",
  noUndoLayers: "Layers are replaced by one material: this cannot be undone in one step.",
  apply: "Apply",
  applying: "Applying…",
  applied: (count: number): string => `${values(count)} changed. Only you see it until you publish.`,
  undo: (count: number): string => `Undo ${values(count)}`,
  undone: (count: number): string => `${values(count)} undone.`,
  undoAbout: "Takes back the last change of many values",
  noReference: (text: string): string => `The project has nothing named "${text}".`,
  severalReferences: (text: string): string => `The project has several named "${text}".`,
  layersApart: "Layers cannot be copied; give one material.",
  codesApart: "Codes are added and removed under Properties.",
  noCells: "Select the rows from the one with the value downwards, then fill down.",
  nothing: "There is nothing to change.",
  beyond: (count: number): string => `The table ends before the last ${counted(count)} lines of the block.`,
  beyondColumns: (count: number): string =>
    count === 1
      ? "The last column of the block has no column here."
      : `The last ${count} columns of the block have no column here.`,
  // Tools of the table
  tools: "Change many values",
  fill: "Fill down",
  fillAbout: "Gives the value of the first selected row to all selected rows (Ctrl+D)",
  paste: "Paste…",
  pasteAbout: "Pastes a block from a spreadsheet at the marked cell (Ctrl+V in the table)",
  pasteHere: "Copied cells",
  pasteHint: (field: string): string =>
    `Paste the cells that you copied in a spreadsheet. They go downwards and to the right from ${field} of the marked row.`,
  goOn: "Preview",
  replace: "Replace…",
  replaceAbout: "Finds and replaces texts in one column (Ctrl+H)",
  column: "Column",
  find: "Find",
  with: "Replace with",
  whole: "Whole value only",
  letterCase: "Upper and lower case differ",
  scope: (count: number, areSelected: boolean): string =>
    areSelected ? `In the ${counted(count)} selected products.` : `In all ${counted(count)} products of the table.`,
  reading: "Reading the values…",
  // Several selected products
  several: (count: number): string => `${counted(count)} products together.`,
  change: "What you set here is set for all of them, after a preview.",
  set: "Set…",
  variesOf: (count: number): string => `varies (${counted(count)})`,
  listOf: (field: string): string => `Values of ${field}`,
  without: "no value",
  more: (count: number): string => `${counted(count)} more values.`,
  elsewhere: "Other properties",
  comparing: "Comparing the products…",
  tooManySelected: (most: number): string =>
    `Values are compared for up to ${counted(most)} selected products. Filter the table instead, and change its columns.`
} as const

/** All texts about changes of many values at once. */
export const texts = inLanguage(words, (german) => german.bulk)
