import type { SheetOptions } from "../edits/sheet/SheetReading.ts"

/** The options of a sheet without parameters, of the only version of a model. */
export const sheetOptions: SheetOptions = {
  fileName: "",
  modelId: "1",
  latest: "1",
  version: null,
  units: null,
  decimal: ".",
  isStrict: false,
  create: false,
  ignoresEmpty: false,
  isForced: false
}
