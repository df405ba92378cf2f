import type { Offset } from "./Coordinates.ts"
import type { GlobalId } from "../GlobalId.ts"

/** Names and figures of the project that every user starts with and of its model. */
export const sampleModel = {
  projectName: "Sample project",
  modelName: "Garden house",
  /** GlobalId of the model in every project: that of the IfcProject in its file. */
  guid: "01GWZ_whWO$q1892j7t2ZA" as GlobalId,
  /** Number of rows of its product table. */
  products: 25,
  schema: "IFC4",
  sizeBytes: 97_520,
  /** The file says no more than the elevation of its site. */
  position: { site: null, map: null },
  offset: [3, 2, 3] as Offset,
  /** Number of triangles in the files of its shapes. */
  triangles: { exchange: 1172, view: 1336 }
} as const
