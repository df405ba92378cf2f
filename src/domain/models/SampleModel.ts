import type { GlobalId } from "../GlobalId.ts"

/** What the project that every user starts with is called, and the model in it. */
export const sampleModel = {
  projectName: "Sample project",
  modelName: "Garden house",
  /** Of the model, wherever it stands: that of the IfcProject in its file. */
  guid: "01GWZ_whWO$q1892j7t2ZA" as GlobalId,
  /** Rows of its product table. */
  products: 25,
  /** That the files of its shapes store. */
  triangles: { exchange: 1172, view: 1336 }
} as const
