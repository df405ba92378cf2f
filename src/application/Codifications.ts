import { Effect, Stream, Struct } from "effect"
import type { Code } from "../domain/Codification.ts"
import { NotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import { CodificationRepository } from "../ports/CodificationRepository.ts"
import { type CodeKey, CodeRepository } from "../ports/CodeRepository.ts"
import { fn } from "../runtime/Span.ts"

const libraryNotFound = () => new NotFound({ details: "There is no such codification library in this project." })
const codeNotFound = () => new NotFound({ details: "There is no such code in this library." })

/** The codification libraries of a project and the codes in them. */
export class Codifications extends Effect.Service<Codifications>()("application/Codifications", {
  effect: Effect.gen(function* () {
    const libraries = yield* CodificationRepository
    const codes = yield* CodeRepository

    /** A library without its codes. Fails with `NotFound`. */
    const library = fn("Codifications.library")((projectId: ProjectId, guid: string) =>
      Effect.flatMap(libraries.find(projectId, guid), Effect.mapError(libraryNotFound))
    )

    /** A library and its codes in sort order. Fails with `NotFound`. */
    const read = fn("Codifications.read")(function* (projectId: ProjectId, guid: string) {
      const found = yield* library(projectId, guid)
      const inOrder: Array<Code> = []
      yield* Stream.runForEachChunk(codes.list(projectId, guid), (slice) =>
        Effect.sync(() => {
          for (const code of slice) inOrder.push(code)
        })
      )
      return { library: found, codes: inOrder }
    })

    /** Fails with `NotFound`. */
    const code = fn("Codifications.code")((key: CodeKey) =>
      Effect.flatMap(codes.find(key), Effect.mapError(codeNotFound))
    )

    const ofCodes = { code, createCode: codes.create, changeCode: codes.change, removeCode: codes.remove }
    return { ...Struct.pick(libraries, "list", "create", "remove"), library, read, ...ofCodes }
  })
}) {}
