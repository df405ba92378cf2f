/** Largest number of models in one scene. */
export const mostModels = 50

/** Memory for the shapes of a scene, in bytes, on the page and again on the graphics card. */
const mostBytes = 1_000_000_000

/** Bytes for each triangle of a view file, on the page: indices, corners, colours, and the parts of products. */
const bytesPerTriangle = 40

/**
 * Returns the memory that a scene may use, in bytes.
 *
 * @param deviceMemory memory of the device in gigabytes, as far as the browser tells it
 */
export const budgetOf = (deviceMemory: number | undefined): number =>
  deviceMemory === undefined ? mostBytes : Math.min(mostBytes, deviceMemory * 125_000_000)

/** Returns about how many bytes the shapes of a model need. */
export const neededFor = (triangles: number): number => triangles * bytesPerTriangle

/** Why a model is left out of a scene: there are too many, or there is too little memory. */
export type Refusal =
  | { readonly tag: "TooMany"; readonly most: number }
  | { readonly tag: "TooLarge"; readonly needed: number; readonly left: number }

/**
 * Returns why one more model does not fit, or null if it does. The first model is always shown, as on its own page.
 *
 * @param used bytes of each model of the scene
 */
export const refusalOf = (used: ReadonlyArray<number>, triangles: number, budget: number): Refusal | null => {
  if (used.length >= mostModels) return { tag: "TooMany", most: mostModels }
  const left = Math.max(0, budget - used.reduce((sum, bytes) => sum + bytes, 0))
  const needed = neededFor(triangles)
  return used.length > 0 && needed > left ? { tag: "TooLarge", needed, left } : null
}
