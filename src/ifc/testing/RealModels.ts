import { join } from "node:path"
import process from "node:process"

/** The folder of the real test models: MODELS_DIR, by default beside the repository. */
export const folder = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../shared/models")

/** The IFC files in it. */
export const names = [
  "AC20-FZK-Haus.ifc",
  "houten-kozijnen.ifc",
  "mini-project.ifc",
  "SampleHouse.ifc",
  "LargeBuilding.ifc",
  "janesville-restaurant.ifc",
  "wall-door-column-4x3.ifc"
] as const

/** Returns the path of a model, whether it exists or not. */
export const pathOf = (name: string): string => join(folder, name)
