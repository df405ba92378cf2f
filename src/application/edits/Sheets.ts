import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SheetOutcome, SheetRequest, SheetSummary } from "../../dataframe/edits/sheet/SheetAnswer.ts"
import type { SheetOptions } from "../../dataframe/edits/sheet/SheetReading.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { ModelNotFound } from "../../domain/Errors.ts"
import { VersionId } from "../../domain/Identifier.ts"
import { exceeded } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import * as FairLock from "../../runtime/FairLock.ts"
import { fn } from "../../runtime/Span.ts"
import * as JsonLines from "../common/JsonLines.ts"
import { Uploads } from "../models/Uploads.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads } from "../views/QueryThreads.ts"
import type { SeenTable } from "../views/TableThreads.ts"
import { type Editor, type Made, wholeEdits } from "./Edits.ts"

/** The bytes of a sheet in shared memory, and the name of its file; empty if it has none. */
interface OpenSheet {
  readonly bytes: Uint8Array
  readonly fileName: string
}

/** The options that a caller gives for a sheet. */
export type SheetQuestion = Omit<SheetOptions, "fileName" | "modelId" | "latest" | "version"> & {
  readonly version: VersionId | null
}

const newline = 10
const utf8 = new TextDecoder()
const isVersionId = Schema.is(VersionId)

/** A sheet whose changed cells are known. */
type ReadSheet = Pick<Extract<SheetRequest, { readonly kind: "JudgeSheet" }>, "cells" | "called" | "named" | "summary">

/** Tables that come back as CSV or as workbooks (contract section 14). */
export class Sheets extends Effect.Service<Sheets>()("application/Sheets", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const uploads = yield* Uploads
    const references = yield* ReferenceRepository
    const products = yield* Products
    const threads = yield* QueryThreads
    /** The lock that a request holds while a sheet from a blob is in memory. */
    const lock = FairLock.make()

    /** Returns the bytes of a request's body. */
    const ofBody = (body: Uint8Array, fileName: string): OpenSheet => {
      const bytes = new Uint8Array(new SharedArrayBuffer(body.length))
      bytes.set(body)
      return { bytes, fileName }
    }

    /** Returns the bytes of a blob. Other blobs wait until the scope closes; users take turns. */
    const ofBlob = fn("Sheets.ofBlob")(function* (userId: UserId, key: string, fileName: string) {
      yield* lock.hold(userId)
      return { bytes: yield* blobs.read(key, { shared: true }), fileName } satisfies OpenSheet
    })

    /** Returns the bytes of an upload like `ofBlob`. Fails with `LimitExceeded`, and like `Uploads.find`. */
    const ofUpload = fn("Sheets.ofUpload")(function* (userId: UserId, uploadKey: string, fileName: string) {
      const { key, size } = yield* uploads.find(userId, uploadKey)
      if (size > limits.sheetUploadBytes.most) return yield* exceeded(limits.sheetUploadBytes)
      return yield* ofBlob(userId, key, fileName)
    })

    const versionOf = (editor: Editor, id: string) =>
      isVersionId(id) ? products.seePublic(editor.project, editor.model, id) : missing.version()

    /** Finds the changed cells of a sheet. Fails with `VersionNotFound` and like `QueryThreads.sheet`. */
    const read = fn("Sheets.read")(function* (editor: Editor, seen: SeenTable, sheet: OpenSheet, asked: SheetQuestion) {
      const { model, project, userId } = editor
      if (model.latest === null) return yield* ModelNotFound.unknown()
      const latest = model.latest.source.modelVersionId
      const options = { ...asked, fileName: sheet.fileName, modelId: model.modelId, latest }
      let versionId: string | null = asked.version === latest ? null : asked.version
      for (;;) {
        const tables = versionId === null ? [] : [yield* versionOf(editor, versionId)]
        const request = { kind: "ReadSheet", bytes: sheet.bytes, options, versionId } as const
        const lines = yield* threads.sheet(userId, [seen, ...tables], request)
        const end = lines.indexOf(newline)
        const summary = JSON.parse(utf8.decode(end === -1 ? lines : lines.subarray(0, end))) as SheetSummary
        if (summary.needs !== null) {
          versionId = summary.needs
          continue
        }
        const called = yield* references.called(project.projectId, summary.names)
        const named = yield* references.named(project.projectId, {
          locations: [...summary.names.locations, ...called.locations.values().toArray().flat()],
          materials: [
            ...summary.names.materials.map((name) => name.toLowerCase()),
            ...called.materials.values().toArray().flat()
          ],
          codes: [
            ...summary.names.codes.map((name) => name.toLowerCase()),
            ...called.codes
              .values()
              .toArray()
              .flat()
              .map(({ guid }) => guid)
          ]
        })
        return { cells: lines.slice(end + 1), called, named, summary } satisfies ReadSheet
      }
    })

    /** Returns the work that makes edits of a sheet from the caller's view. */
    const work = (editor: Editor, sheet: OpenSheet, asked: SheetQuestion) =>
      Effect.fnUntraced(function* (seen: SeenTable) {
        const found = yield* read(editor, seen, sheet, asked)
        const request = { kind: "JudgeSheet", ...found, dryRun: false } as const
        const lines = yield* threads.sheet(editor.userId, [seen], request)
        const [outcome, ...edits] = yield* JsonLines.read(lines, wholeEdits())
        return {
          answer: (outcome as readonly [SheetOutcome])[0],
          edits: (edits as ReadonlyArray<ReadonlyArray<Edit>>).flat()
        } satisfies Made<SheetOutcome>
      })

    /** Returns what a sheet would change, as the body of the answer to a dry run. */
    const preview = fn("Sheets.preview")(function* (editor: Editor, sheet: OpenSheet, asked: SheetQuestion) {
      const seen = yield* products.see(editor.userId, editor.project, editor.model)
      const found = yield* read(editor, seen, sheet, asked)
      return yield* threads.previewSheet(editor.userId, seen, { kind: "JudgeSheet", ...found, dryRun: true })
    })

    return { ofBody, ofBlob, ofUpload, work, preview }
  })
}) {}
