import { gzip } from "node:zlib"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { answerBudget } from "../../dataframe/query/AnswerBudget.ts"
import type { Encoding, QueryAnswer, QueryRequest } from "../../dataframe/query/answer/QueryAnswer.ts"
import { expectedBytes, isSmall, smallBytes } from "../../dataframe/query/answer/QueryCost.ts"
import type * as EditAnswer from "../../dataframe/edits/changes/EditAnswer.ts"
import type * as SheetAnswer from "../../dataframe/edits/sheet/SheetAnswer.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import type { UserId } from "../../domain/Principal.ts"
import { limits } from "../../domain/Limits.ts"
import type { Page } from "../../ports/Stored.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { free } from "../../runtime/Freed.ts"
import { fn } from "../../runtime/Span.ts"
import { Answers, largeBytes } from "../common/Answers.ts"
import { isShared, type SeenTable, short, type TableJob, TableThreads, unedited } from "./TableThreads.ts"

const isEdited = ({ texts }: SeenTable): boolean =>
  texts.published !== unedited.published || texts.personal !== unedited.personal

/** Expected size of a change as JSON, in bytes. */
const bytesOfChange = 512

/** Failures of queries, and of queries over projects, that other requests do not have. */
const ofQueries = { InvalidFilter: Effect.die, InvalidField: Effect.die }
const ofProjects = { InvalidCalculator: Effect.die, InvalidParameter: Effect.die }
/** Failures of imported sheets, which other requests do not have. */
const ofSheets = { InvalidBody: Effect.die, UnsupportedFileType: Effect.die, ArchiveTooLarge: Effect.die }

// The code that answers queries on this thread is loaded by the first request that needs it. With its libraries it is a
// tenth of the code that the service would load at its start.
const queries = Effect.promise(() => import("../../dataframe/query/answer/QueryAnswer.ts"))
const answerEdit = (...asked: Parameters<typeof EditAnswer.answerEdit>) =>
  Effect.flatMap(
    Effect.promise(() => import("../../dataframe/edits/changes/EditAnswer.ts")),
    (loaded) => loaded.answerEdit(...asked)
  )
const answerSheet = (...asked: Parameters<typeof SheetAnswer.answerSheet>) =>
  Effect.flatMap(
    Effect.promise(() => import("../../dataframe/edits/sheet/SheetAnswer.ts")),
    (loaded) => loaded.answerSheet(...asked)
  )

const gzipped = promisify(gzip)
const encodingOf = (request: QueryRequest) => (request.kind === "Check" ? null : request.encoding)

/** Runs queries on tables: small ones in this thread, the rest on threads that share the tables' memory. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  effect: Effect.gen(function* () {
    const { level } = yield* Pressure
    const answers = yield* Answers
    const threads = yield* TableThreads

    const jobOf = (seen: SeenTable, asked: QueryRequest | EditAnswer.EditRequest): TableJob => ({
      asked,
      shared: seen.view.shared,
      tables: [seen],
      budget: limits.querySeconds
    })

    const sheetJob = (
      tables: readonly [SeenTable, ...ReadonlyArray<SeenTable>],
      asked: SheetAnswer.SheetRequest
    ): TableJob => ({
      asked,
      shared: tables[0].view.shared,
      tables,
      budget: limits.sheetSeconds
    })

    const queried = (user: UserId, seen: SeenTable, request: QueryRequest) =>
      Effect.suspend(() => {
        if (level() !== "Usual") return short()
        return Effect.catchTags(threads.answered(user, jobOf(seen, request), expectedBytes(seen.table, request)), {
          LimitExceeded: Effect.die,
          ...ofProjects,
          ...ofSheets
        })
      })

    /** Compresses small bodies synchronously, others on a system thread. */
    const packedHere = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null) =>
      encoding === null || bytes.length <= largeBytes
        ? Effect.map(queries, ({ packed }) => packed(bytes, encoding))
        : Effect.promise(async (): Promise<QueryAnswer> => {
            const body = await (encoding === "zstd" ? Bun.zstdCompress : gzipped)(bytes, { level: 1 })
            free(bytes)
            return { bytes: new Uint8Array(body), encoding }
          })

    /**
     * Answers a query, compressed if the client accepts that and it pays.
     *
     * Fails with `InvalidFilter`, `InvalidField` and `AnswerTooLarge`; with `Overloaded` if too many responses are
     * waiting to be made or read, the thread died or the query exceeded its ten seconds.
     */
    const query = fn("QueryThreads.query")(function* (user: UserId, seen: SeenTable, request: QueryRequest) {
      const { table, view } = Layers.seen(seen.table, seen.view, isShared(seen) ? unedited : seen.texts)
      if (isShared(seen) && (isEdited(seen) || !isSmall(table, view, request))) {
        return yield* queried(user, seen, request)
      }
      const { answer } = yield* queries
      const found = answer(table, view, request, isShared(seen) ? smallBytes : answerBudget)
      // A response that looked small can be large if its texts are long.
      if (isShared(seen) && Either.isLeft(found) && found.left._tag === "AnswerTooLarge") {
        return yield* queried(user, seen, request)
      }
      const { bytes, encoding } = yield* packedHere(yield* found, encodingOf(request))
      return { body: yield* answers.register(user, bytes), encoding }
    })

    /**
     * Returns lines of JSON, as described by `EditRequest`. Fails with `LimitExceeded`, and with `Overloaded` like
     * `query`.
     */
    const edit = fn("QueryThreads.edit")(function* (user: UserId, seen: SeenTable, request: EditAnswer.EditRequest) {
      if (!isShared(seen)) {
        return yield* Effect.catchTag(
          answerEdit(seen.table, seen.view, seen.texts, request),
          "AnswerTooLarge",
          Effect.die
        )
      }
      if (level() === "Critical") return yield* short()
      const made = threads.run(user, jobOf(seen, request), answerBudget)
      return (yield* Effect.catchTags(made, { ...ofQueries, ...ofProjects, ...ofSheets, AnswerTooLarge: Effect.die }))
        .bytes
    })

    /** Returns a page of the caller's net changes. Fails with `AnswerTooLarge`, and with `Overloaded` like `query`. */
    const changes = fn("QueryThreads.changes")(function* (user: UserId, seen: SeenTable, page: Page, expects: boolean) {
      const request = { kind: "Changes", expects, ...page } as const
      if (!isShared(seen)) {
        const found = answerEdit(seen.table, seen.view, seen.texts, request)
        return yield* answers.register(user, yield* Effect.catchTag(found, "LimitExceeded", Effect.die))
      }
      if (level() === "Critical") return yield* short()
      const made = threads.answered(user, jobOf(seen, request), page.pageSize * bytesOfChange)
      return (yield* Effect.catchTags(made, { ...ofQueries, ...ofProjects, ...ofSheets, LimitExceeded: Effect.die }))
        .body
    })

    /**
     * Returns the body of the answer to a dry run. Fails with `LimitExceeded` and `AnswerTooLarge`, and with `Overloaded`
     * like `query`.
     */
    const preview = fn("QueryThreads.preview")(function* (
      user: UserId,
      seen: SeenTable,
      request: Extract<EditAnswer.EditRequest, { readonly kind: "Preview" }>
    ) {
      if (!isShared(seen))
        return yield* answers.register(user, yield* answerEdit(seen.table, seen.view, seen.texts, request))
      if (level() === "Critical") return yield* short()
      const expected = limits.changesOfDryRun.most * bytesOfChange
      const made = threads.answered(user, jobOf(seen, request), expected)
      return (yield* Effect.catchTags(made, { ...ofQueries, ...ofProjects, ...ofSheets })).body
    })

    /**
     * Answers a request about a sheet with the lines that it describes. The first of the tables is the caller's own view.
     * Fails with `InvalidBody`, `UnsupportedFileType`, `ArchiveTooLarge` and `LimitExceeded`, and with `Overloaded` like
     * `query`.
     */
    const sheet = fn("QueryThreads.sheet")(function* (
      user: UserId,
      tables: readonly [SeenTable, ...ReadonlyArray<SeenTable>],
      request: SheetAnswer.SheetRequest
    ) {
      if (!tables.every(isShared)) {
        return yield* Effect.catchTag(answerSheet(tables, request, answerBudget), "AnswerTooLarge", Effect.die)
      }
      if (level() === "Critical") return yield* short()
      const made = threads.run(user, sheetJob(tables, request), answerBudget)
      return (yield* Effect.catchTags(made, { ...ofQueries, ...ofProjects, AnswerTooLarge: Effect.die })).bytes
    })

    /** Returns the body of the answer to a dry run of a sheet that was read. Fails like `preview`. */
    const previewSheet = fn("QueryThreads.previewSheet")(function* (
      user: UserId,
      seen: SeenTable,
      request: Extract<SheetAnswer.SheetRequest, { readonly kind: "JudgeSheet" }>
    ) {
      if (!isShared(seen)) return yield* answers.register(user, yield* answerSheet([seen], request, answerBudget))
      if (level() === "Critical") return yield* short()
      const expected = limits.changesOfDryRun.most * bytesOfChange
      const made = threads.answered(user, sheetJob([seen], request), expected)
      return (yield* Effect.catchTags(made, { ...ofQueries, ...ofProjects })).body
    })

    return { query, edit, changes, preview, sheet, previewSheet }
  })
}) {}
