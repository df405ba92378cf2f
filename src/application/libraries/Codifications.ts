import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import { CodificationRepository } from "../../ports/libraries/CodificationRepository.ts"
import { type CodeKey, CodeRepository } from "../../ports/libraries/CodeRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** The codification libraries of a project and the codes in them. */
export class Codifications extends Effect.Service<Codifications>()("application/Codifications", {
  effect: Effect.gen(function* () {
    const libraries = yield* CodificationRepository
    const codes = yield* CodeRepository

    /** Returns a library without its codes. Fails with `NotFound`. */
    const library = fn("Codifications.library")((projectId: ProjectId, guid: string) =>
      Effect.flatMap(libraries.find(projectId, guid), Effect.mapError(missing.codificationLibrary))
    )

    /** Returns a library and its codes in sort order; the codes are read on demand. Fails with `NotFound`. */
    const read = (projectId: ProjectId, guid: string) =>
      Effect.map(library(projectId, guid), (found) => ({ library: found, codes: codes.list(projectId, guid) }))

    /** Fails with `NotFound`. */
    const code = fn("Codifications.code")((key: CodeKey) =>
      Effect.flatMap(codes.find(key), Effect.mapError(missing.code))
    )

    const ofCodes = { code, createCode: codes.create, changeCode: codes.change, removeCode: codes.remove }
    return { ...Struct.pick(libraries, "list", "create", "remove"), library, read, ...ofCodes }
  })
}) {}
