import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import { MaterialRepository } from "../../ports/libraries/MaterialRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"

/** Material libraries and materials of a project. Callers must have checked permissions. */
export class Materials extends Effect.Service<Materials>()("application/Materials", {
  effect: Effect.gen(function* () {
    const materials = yield* MaterialRepository

    const libraries = (projectId: ProjectId) => materials.list(projectId, null)

    /** Fails with `NotFound` if the library is not in the project. */
    const requireLibrary = fn("Materials.requireLibrary")((projectId: ProjectId, libraryGuid: string) =>
      Effect.flatMap(materials.findLibrary(projectId, libraryGuid), Effect.mapError(missing.materialLibrary))
    )

    /** Returns a library with its materials, which are read on demand. Fails with `NotFound`. */
    const library = (projectId: ProjectId, libraryGuid: string) =>
      Effect.map(requireLibrary(projectId, libraryGuid), (library) =>
        Pull.concat([Pull.make({ library, material: null }), materials.list(projectId, libraryGuid)])
      )

    /** Fails with `NotFound` if the material is not in the library, or the library not in the project. */
    const read = fn("Materials.read")((projectId: ProjectId, libraryGuid: string, materialGuid: string) =>
      Effect.flatMap(materials.find(projectId, libraryGuid, materialGuid), Effect.mapError(missing.material))
    )

    const { change, create, createLibrary, remove, removeLibrary } = materials
    return { libraries, library, requireLibrary, read, createLibrary, removeLibrary, create, change, remove }
  })
}) {}
