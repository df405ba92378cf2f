import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { libraryChanges } from "../../dataframe/edits/changes/LibraryChanges.ts"
import { netEdits } from "../../dataframe/edits/changes/NetEdits.ts"
import { propertyKey } from "../../dataframe/query/View.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import { type Library, type PatchedModel, patchModel } from "../../ifc/patch/PatchModel.ts"
import { PatchTooLarge } from "../../ifc/patch/StepPatch.ts"
import { JobRefused } from "../../ports/Computation.ts"
import type { ExportModelJob } from "../../ports/operations/Jobs.ts"
import { bytesOfFile } from "../../runtime/MappedFile.ts"

const DECIDED = 0.15

type Entries<A> = { readonly [K in keyof A]: A[K] extends ReadonlyMap<infer Key, infer V> ? Iterable<[Key, V]> : never }

/** Returns what is to be written into the file of a table, and the changes that only the project has. */
const decided = (table: Uint8Array, text: string) => {
  const [references = "", view = "", published = ""] = text.split("\n")
  const { codes, locations, materials } = JSON.parse(references) as Entries<DescribedReferences>
  const seen = ViewText.read(view)
  const definitions = seen.shared.definitions.map(
    ({ enumerationValues, measure = null, name, set }) =>
      [propertyKey(set, name), { enumerationValues, measure }] as const
  )
  const library: Library = {
    codes: new Map(codes),
    locations: new Map(locations),
    materials: new Map(materials),
    definitions: new Map(definitions)
  }
  const opened = open(table)
  const { edits } = netEdits(opened, seen, EditText.read(published).edits)
  return { edits, library, left: [...libraryChanges(opened, seen)] }
}

/** A file with edits written into it, and the bytes that it was made of. */
interface PatchedFile extends PatchedModel {
  readonly bytes: Uint8Array
  readonly hasEdits: boolean
}

type Request = Pick<ExportModelJob, "file" | "published" | "publishedAt" | "table" | "version">

/**
 * Writes edits into a file. Fails with `JobRefused` (InvalidModelFile), or ResourceLimit if the edits add too much.
 *
 * @param onProgress receives fractions of this work
 */
export const patchedFile = (request: Request, scratch: string, onProgress: (fraction: number) => void) =>
  Effect.gen(function* () {
    const pathOf = (path: string) => resolve(scratch, path)
    const table = yield* Effect.promise(() => Bun.file(pathOf(request.table)).bytes())
    const text = yield* Effect.promise(() => Bun.file(pathOf(request.published)).text())
    const { edits, left, library } = decided(table, text)
    onProgress(DECIDED)
    const bytes = yield* Effect.promise(() => bytesOfFile(pathOf(request.file)))
    const patched = patchModel(bytes, edits, library, request, {
      onProgress: (part) => onProgress(DECIDED + part * (1 - DECIDED))
    })
    if (Either.isLeft(patched)) {
      if (patched.left instanceof PatchTooLarge) {
        return yield* new JobRefused({ code: "ResourceLimit", reason: patched.left.message })
      }
      const { line, reason } = patched.left
      return yield* new JobRefused({ code: "InvalidModelFile", reason, line })
    }
    const { pieces, report } = patched.right
    const file: PatchedFile = {
      pieces,
      report: { ...report, notApplied: [...report.notApplied, ...left] },
      bytes,
      hasEdits: edits.length > 0
    }
    return file
  })
