import type { Tool } from "./Tool.ts"
import { checkRequirements } from "./tools/Checks.ts"
import { applyEdits, discard, getChanges, proposeEdits, publish } from "./tools/Edits.ts"
import { listCodes, listLocations, listMaterials } from "./tools/Libraries.ts"
import { getProduct, groupProducts, listFields, queryProducts } from "./tools/Products.ts"
import { listModels, listProjects, listVersions } from "./tools/Projects.ts"

/** The tools in the order in which they are listed. */
export const tools: ReadonlyArray<Tool> = [
  listProjects,
  listModels,
  listFields,
  queryProducts,
  groupProducts,
  getProduct,
  listLocations,
  listCodes,
  listMaterials,
  listVersions,
  getChanges,
  checkRequirements,
  proposeEdits,
  applyEdits,
  publish,
  discard
]
