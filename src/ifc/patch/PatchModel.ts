import * as Either from "effect/Either"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { fieldOf, keyOf, nameOf } from "../../domain/edits/EditedField.ts"
import type { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import { quoted } from "../../domain/Quoted.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import { limits } from "../../domain/Limits.ts"
import { type OpenModel, openModel, type ReadOptions } from "../ReadModel.ts"
import { editAttribute } from "./AttributeEdits.ts"
import { CodeEdits } from "./CodeEdits.ts"
import { Deletion } from "./Deletion.ts"
import { signHeader } from "./HeaderEdits.ts"
import { InstanceEdits } from "./InstanceEdits.ts"
import { LocationEdits } from "./LocationEdits.ts"
import { MaterialEdits } from "./MaterialEdits.ts"
import { type NotApplied, type PatchReport, reportOf } from "./PatchReport.ts"
import { PropertyEdits, type PropertyEdit } from "./PropertyEdits.ts"
import type { DefinitionText } from "./PropertyMembers.ts"
import { PatchTooLarge, StepPatch } from "./StepPatch.ts"

/** The version that the edits belong to. */
export interface Source {
  /** The version's name, from which the new GlobalIds are derived, together with their products. */
  readonly version: string
  /** When it was published, in milliseconds since 1970. */
  readonly publishedAt: number
}

/** The materials, codes, locations and property definitions that edits refer to. */
export interface Library extends DescribedReferences {
  /** Definitions of properties that users made, by set and name with a NUL between. */
  readonly definitions: ReadonlyMap<string, DefinitionText>
}

export interface PatchedModel {
  /** The patched file; exactly the original bytes if there is no edit. */
  readonly pieces: Iterable<Uint8Array>
  readonly report: PatchReport
}

/** Sorts edits by product, then by field, so that equal edits give equal bytes, whoever published them and when. */
const inOrder = (edits: Iterable<Edit>, productOf: ReadonlyMap<string, number>): ReadonlyArray<Edit> => {
  const placed = Array.from(edits, (edit) => ({
    edit,
    product: productOf.get(edit.guid) ?? productOf.size,
    field: `${keyOf(fieldOf(edit))}\0${edit.guid}\0${edit.kind === "Code" ? edit.code : ""}`
  }))
  placed.sort((a, b) => a.product - b.product || compareCodePoints(a.field, b.field))
  return placed.map(({ edit }) => edit)
}

interface PatchOptions extends ReadOptions {
  /** Most bytes of new instances, 256 MB by default. Fails with `PatchTooLarge` if there are more. */
  readonly mostAdded?: number
}

/**
 * Writes edits into their file. All bytes except those of changed instances stay as they are.
 *
 * Fails with `InvalidModelFile` if the model cannot be read, with `PatchTooLarge` if the edits add more than
 * `mostAdded`.
 */
export const patchModel = (
  bytes: Uint8Array,
  edits: Iterable<Edit>,
  library: Library,
  source: Source,
  options: PatchOptions = {}
): Either.Either<PatchedModel, InvalidModelFile | PatchTooLarge> =>
  Either.flatMap(openModel(bytes, options, true), (model) =>
    Either.try({
      try: () => patched(model, edits, library, source, options.mostAdded ?? limits.bytesOfExport.most),
      catch: (error) => {
        if (error instanceof PatchTooLarge) return error
        throw error
      }
    })
  )

const patched = (
  model: OpenModel,
  edits: Iterable<Edit>,
  library: Library,
  { publishedAt, version }: Source,
  mostAdded: number
): PatchedModel => {
  const { file } = model
  const productOf = new Map(model.products.guid.map((guid, product) => [guid, product]))
  const patch = new StepPatch(file.bytes, file.index.dataEnd, file.highestId, mostAdded)
  const patching = { model, patch, version, edits: new InstanceEdits(file) }
  const notApplied: Array<NotApplied> = []
  const properties = new Map<number, Array<PropertyEdit>>()
  const deleted = new Set<number>()
  // Created on demand, because each of them reads all relations of its kind.
  const related: { materials?: MaterialEdits; codes?: CodeEdits; locations?: LocationEdits } = {}
  /** Records an edit. Returns the reason if it cannot be applied, otherwise null. */
  const put = (product: number, edit: Edit): string | null => {
    switch (edit.kind) {
      case "Property":
        properties.getOrInsertComputed(product, () => []).push(edit)
        return null
      case "Attribute":
        return editAttribute(model, patching.edits, product, edit)
      case "Material":
        return (related.materials ??= new MaterialEdits(patching, library.materials)).put(product, edit)
      case "SpatialLocation":
        return (related.locations ??= new LocationEdits(patching, library.locations)).put(product, edit)
      case "Deleted":
        deleted.add(model.rows[product]!)
        return null
      default:
        return (related.codes ??= new CodeEdits(patching, library.codes)).put(product, edit)
    }
  }
  let applied = 0
  const ordered = inOrder(edits, productOf)
  const goes = new Set(ordered.filter(({ kind }) => kind === "Deleted").map(({ guid }) => guid))
  for (const edit of ordered) {
    // Other edits of a deleted product are ignored.
    if (edit.kind !== "Deleted" && goes.has(edit.guid)) continue
    const product = productOf.get(edit.guid)
    const reason = product === undefined ? "The product does not exist in the file" : put(product, edit)
    if (reason === null) applied++
    else notApplied.push({ guid: edit.guid, field: nameOf(fieldOf(edit)), reason })
  }
  const guidOfRow = new Map(model.rows.map((row, product) => [row, model.products.guid[product]!]))
  const guidOf = (row: number): string => guidOfRow.get(row)!
  if (properties.size > 0) {
    for (const { edit, unit } of new PropertyEdits(patching, library.definitions).apply(properties)) {
      const reason = `IFC has no unit ${quoted(unit)}: the values of this property are written as plain numbers`
      notApplied.push({ guid: edit.guid, field: nameOf(fieldOf(edit)), reason })
    }
  }
  related.materials?.apply(guidOf)
  related.codes?.apply(guidOf)
  if (deleted.size > 0) related.locations ??= new LocationEdits(patching, library.locations)
  for (const { reason, row } of related.locations?.apply(guidOf, deleted) ?? []) {
    applied--
    notApplied.push({ guid: guidOf(row), field: "SpatialLocation", reason })
  }
  if (deleted.size + patching.edits.rows().removed.size > 0) new Deletion(patching).apply(deleted)
  patching.edits.apply(patch)
  if (!patch.isEmpty) signHeader(file, patch, publishedAt)
  return { pieces: patch.pieces(), report: reportOf(model, patching.edits, patch, { applied, notApplied }) }
}
