import { readFileSync } from "node:fs"
import * as Either from "effect/Either"
import { openModel } from "../../ifc/ReadModel.ts"
import { shapesOf } from "../../ifc/shapes/Shapes.ts"
import { pathOf } from "../../ifc/testing/RealModels.ts"
import { type Meshes, meshesOf } from "../meshes/Meshes.ts"

/** Returns the meshes of a real model, and the model. */
export const realMeshes = async (name: string) => {
  const bytes = readFileSync(pathOf(name))
  const model = Either.getOrThrow(openModel(bytes, {}, true))
  const shapes = shapesOf(model)
  const meshes: Meshes = await meshesOf(bytes, shapes)
  return { bytes, model, shapes, meshes }
}
