import type { Context } from "../../../harness/Context.ts"
import type { Area } from "../../../harness/Endpoints.ts"
import type { Project } from "../../../harness/Project.ts"
import { code, codificationLibrary } from "./CodeResources.ts"
import { propertyDefinition, propertySet } from "./CustomResources.ts"
import { location } from "./LocationResource.ts"
import { material, materialLibrary } from "./MaterialResources.ts"
import { full, type Made, type Resource, Shelf } from "./Resource.ts"

/** Every resource of the four areas, each after its parent. */
export const resources: ReadonlyArray<Resource> = [
  propertySet,
  propertyDefinition,
  materialLibrary,
  material,
  location,
  codificationLibrary,
  code
]

const resourcesOf = (area: Area): ReadonlyArray<Resource> => resources.filter((resource) => resource.area === area)

/** The areas that they are of. */
export const libraryAreas: ReadonlyArray<Area> = [...new Set(resources.map(({ area }) => area))]

/** Makes one of each resource of an area, children within the parent that was created before. */
export const furnish = async (context: Context, project: Project, area: Area) => {
  const all: Array<readonly [Shelf, Made]> = []
  for (const resource of resourcesOf(area)) {
    const owner = all.find(([shelf]) => shelf.resource === resource.owner)?.[1] ?? null
    const shelf = new Shelf(context, resource, project, owner)
    all.push([shelf, await shelf.make(full(resource))])
  }
  return all
}
