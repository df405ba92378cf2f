import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CheckRequirements, Claim } from "../../domain/operations/Operation.ts"
import { limits, secondsOf } from "../../domain/Limits.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation, JobRefused } from "../../ports/Computation.ts"
import { checkedFiles, CheckModelJob } from "../../ports/operations/Jobs.ts"
import { CheckRepository } from "../../ports/requirements/CheckRepository.ts"
import { RequirementsRepository } from "../../ports/requirements/RequirementsRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Claims } from "../operations/Claims.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { CheckInputs } from "./CheckInputs.ts"

const gone = (what: string) => new JobRefused({ code: "NotFound", reason: `${what} no longer exists.` })

/** Worker side of checks: checks the file that an export of the view would give, in a worker process. */
export class CheckRun extends Effect.Service<CheckRun>()("application/CheckRun", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const checks = yield* CheckRepository
    const claims = yield* Claims
    const computation = yield* Computation
    const documents = yield* RequirementsRepository
    const inputs = yield* CheckInputs

    const modelOf = ({ modelId }: Claim) =>
      Effect.flatMap(
        checks.model(modelId),
        Effect.mapError(() => gone("The model"))
      )

    /** Stores the input of an automatic check and returns the newest version with the document as it is now. */
    const newest = fn("CheckRun.newest")(function* (claim: Claim, { requirementsId, view }: CheckRequirements) {
      const { modelId, projectId, startedBy: userId } = claim
      const found = Option.all([yield* checks.newest(modelId), yield* documents.blob(projectId, requirementsId)])
      if (Option.isNone(found)) return yield* gone("The model or the document of requirements")
      const [version, document] = found.value
      const { guid } = yield* modelOf(claim)
      yield* inputs.keep(view, { projectId, modelId, guid, userId, revision: 0 }, version)
      return { ...version, document }
    })

    const run = fn("CheckRun.run")(function* (claim: Claim, command: CheckRequirements) {
      const scratch = yield* computation.scratch
      const { modelId, operationId } = claim
      const checked = command.started ?? (yield* newest(claim, command))
      const { guid, name } = yield* modelOf(claim)
      const file = yield* blobs.localCopy(checked.file, scratch)
      const { size } = Bun.file(file)
      const job = CheckModelJob.make({
        file,
        table: yield* blobs.localCopy(checked.table, scratch),
        published: yield* blobs.localCopy(command.view, scratch),
        document: yield* blobs.localCopy(checked.document, scratch),
        version: checked.source.modelVersionId,
        publishedAt: checked.publishedAt,
        about: {
          operationId,
          modelId,
          modelGuid: guid,
          modelName: name,
          source: checked.source,
          requirements: { id: command.requirementsId, title: command.title },
          startedBy: claim.startedBy
        }
      })
      const workSeconds = Math.ceil(
        limits.requirementsSeconds.most + secondsOf(limits.checkSeconds, limits.checkSecondsOfMegabyte, size)
      )
      const counts = yield* claims.compute(claim, job, scratch, { workSeconds })
      const files = yield* Effect.all({
        result: claims.keep(claim, scratch, checkedFiles.result),
        csv: claims.keep(claim, scratch, checkedFiles.csv),
        topics: claims.keep(claim, scratch, checkedFiles.topics)
      })
      const outcome = { ...counts, modelVersionId: checked.source.modelVersionId }
      if (yield* checks.finish(claim, files, outcome)) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { run }
  })
}) {}
