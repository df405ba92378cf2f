import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { limits } from "../../domain/Limits.ts"
import type { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import { checkIds } from "../../ids/check/Check.ts"
import type { CheckResult } from "../../ids/check/CheckResult.ts"
import { compileIds } from "../../ids/check/CompiledIds.ts"
import { readIds } from "../../ids/document/ReadIds.ts"
import { openIfc } from "../../ids/OpenIfc.ts"
import { failureTopics, topicGuids } from "../../ids/results/FailureTopics.ts"
import { topicsFile } from "../../ids/results/TopicsFile.ts"
import { resultJson } from "../../ids/results/ResultJson.ts"
import { JobRefused } from "../../ports/Computation.ts"
import { checkedFiles, CheckModelJob } from "../../ports/operations/Jobs.ts"
import { bytesOfFile } from "../../runtime/MappedFile.ts"
import { collect } from "../Collected.ts"
import * as Job from "../Job.ts"
import { FailureRows } from "./FailureRows.ts"
import { write } from "./Files.ts"
import { patchedFile } from "./PatchedFile.ts"

const [PATCHED, OPENED, CHECKED] = [0.35, 0.55, 0.95]

const edited = "edited.ifc"

const refusedFile = ({ line, reason }: InvalidModelFile) => new JobRefused({ code: "InvalidModelFile", reason, line })

const outcomeOf = ({ specifications, status }: CheckResult, failures: number) => {
  const count = (of: CheckResult["status"]) => specifications.filter((one) => one.status === of).length
  return {
    result: status,
    specifications: { passed: count("Passed"), failed: count("Failed"), notApplicable: count("NotApplicable") },
    failures
  }
}

/**
 * Checks the file with its edits against a document of requirements. Fails with `JobRefused`: InvalidBody if the
 * document cannot be read, else like `patchedFile`.
 */
export const checkModel: Job.Job = Job.make(CheckModelJob, (request, { progress, scratch }) =>
  Effect.gen(function* () {
    const document = yield* Effect.promise(() => Bun.file(resolve(scratch, request.document)).bytes())
    const compiled = yield* Effect.mapError(
      Either.flatMap(readIds(document), compileIds),
      ({ message }) => new JobRefused({ code: "InvalidBody", reason: message })
    )
    const bytes = yield* Effect.gen(function* () {
      const patched = yield* patchedFile(request, scratch, (part) => progress(part * PATCHED))
      if (!patched.hasEdits) return patched.bytes
      const path = join(scratch, edited)
      yield* Effect.promise(() => write(path, patched.pieces))
      return yield* Effect.promise(() => bytesOfFile(path))
    })
    const { entities } = yield* Effect.mapError(openIfc(bytes, compiled.needsShapes), refusedFile)
    progress(OPENED)
    const rows = new FailureRows(join(scratch, checkedFiles.csv), compiled, entities)
    const result = checkIds(compiled, entities, {
      mostInAll: limits.failuresOfCheck.most,
      onFailure: rows.add,
      onProgress: (part) => progress(OPENED + part * (CHECKED - OPENED))
    })
    rows.end(result)
    const guids = topicGuids(request.about, result, limits.topicsOfCheck.most)
    yield* Effect.promise(() =>
      write(join(scratch, checkedFiles.result), resultJson(aboutResult(request), result, entities, guids))
    )
    const topics = failureTopics(request.about, result, entities, {
      topics: limits.topicsOfCheck.most,
      components: limits.componentsOfTopic.most
    })
    const written = { author: request.about.startedBy, at: new Date().toISOString() }
    yield* Effect.promise(() => write(join(scratch, checkedFiles.topics), topicsFile(topics, written)))
    return outcomeOf(result, rows.count)
  }).pipe(Effect.ensuring(Effect.sync(collect)))
)

const aboutResult = ({ about: { modelId, operationId, requirements, source } }: CheckModelJob) => ({
  operationId,
  modelId,
  source,
  requirements
})
