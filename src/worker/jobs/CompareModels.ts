import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as ComparedChanges from "../../application/edits/ComparedChanges.ts"
import { changesBetween } from "../../dataframe/edits/changes/Changes.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import type { ImportReport } from "../../domain/models/ModelContent.ts"
import { comparedFiles, CompareModelsJob } from "../../ports/operations/Jobs.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"

/** A new file restores objects that were deleted in the project before. */
const isNew = { importedWith: Number.MAX_SAFE_INTEGER }

/** Compares two tables under the same edits. Writes the differences, and a report that counts them. */
export const compareModels: Job.Job = Job.make(CompareModelsJob, ({ after, before, report, view }, { scratch }) =>
  Effect.promise(async () => {
    const tableAt = async (path: string) => open(await Bun.file(resolve(scratch, path)).bytes())
    const [text = "", published = ""] = (await Bun.file(resolve(scratch, view)).text()).split("\n")
    const shown = ViewText.read(text)
    const [was, is] = [await tableAt(before), await tableAt(after)]
    const texts = { published: Buffer.from(published), personal: EditText.nothing }
    const laid = Layers.parted(shown, texts).view
    const { added, changes } = changesBetween({ table: was, view: laid }, { table: is, view: { ...laid, ...isNew } })
    const imported = (await Bun.file(resolve(scratch, report)).json()) as ImportReport
    const deleted = changes.filter(({ field }) => field.kind === "Deleted").length
    const changed = new Set(changes.map(({ guid }) => guid)).size - deleted
    const counted = { ...imported, added: added.length, changed, removed: deleted }
    await write(join(scratch, comparedFiles.report), [JSON.stringify(counted)])
    await write(join(scratch, comparedFiles.changes), ComparedChanges.lines(changes, added))
  })
)
