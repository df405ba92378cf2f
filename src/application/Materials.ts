import { Effect, Option } from "effect"
import { NotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"

/** Material libraries and materials of a project. Who may do what is decided before. */
export class Materials extends Effect.Service<Materials>()("application/Materials", {
  effect: Effect.gen(function* () {
    const materials = yield* MaterialRepository

    const libraries = (projectId: ProjectId) => materials.libraries(projectId, null)

    const library = Effect.fn("Materials.library")(function* (projectId: ProjectId, libraryGuid: string) {
      const [found] = yield* materials.libraries(projectId, libraryGuid)
      if (found === undefined) return yield* new NotFound({ details: "There is no such material library." })
      return found
    })

    /** Fails with `NotFound` where the library is not in the project. */
    const requireLibrary = Effect.fn("Materials.requireLibrary")(function* (projectId: ProjectId, libraryGuid: string) {
      if (yield* materials.hasLibrary(projectId, libraryGuid)) return
      return yield* new NotFound({ details: "There is no such material library in this project." })
    })

    /** Fails with `NotFound` where the material is not in the library, or the library not in the project. */
    const read = Effect.fn("Materials.read")(function* (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string
    ) {
      const found = yield* materials.find(projectId, libraryGuid, materialGuid)
      if (Option.isNone(found)) return yield* new NotFound({ details: "There is no such material in this library." })
      return found.value
    })

    const { change, create, createLibrary, remove, removeLibrary } = materials
    return { libraries, library, requireLibrary, read, createLibrary, removeLibrary, create, change, remove }
  })
}) {
  static readonly layer = this.Default
}
