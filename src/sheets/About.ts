/** The sheet of a workbook that describes the origin of its table. Each row consists of a key and its value. */
export const aboutSheet = "About"

/**
 * The keys of its first rows, which identify an exported sheet when it is imported again. A table of several models has
 * no model and no version.
 */
export const aboutKeys = {
  service: "Service",
  project: "Project",
  projectId: "Project id",
  model: "Model",
  modelId: "Model id",
  /** The id of the model version. */
  version: "Version",
  query: "Query",
  /** `Model` or `SI`. */
  units: "Units",
  time: "Time"
} as const

/** Returns the key in the sheet `About` of the unit of a column. */
export const unitKey = (column: string): string => `Unit of ${column}`

/** Returns the key in the sheet `About` of the fact that the text of a cell (`F12`) was cut. */
export const cutKey = (cell: string): string => `Cut text in ${cell}`
