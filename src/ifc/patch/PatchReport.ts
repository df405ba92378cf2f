import type { IfcFile } from "../index/IfcFile.ts"
import type { OpenModel } from "../ReadModel.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import type { StepPatch } from "./StepPatch.ts"

/** An edit that could not be applied, and the reason. */
export interface NotApplied {
  readonly guid: string
  readonly field: string
  readonly reason: string
}

type ByClass = Readonly<Record<string, number>>

/** The result of an export: numbers of instances by class, and of edits. */
export interface PatchReport {
  readonly kept: ByClass
  readonly changed: ByClass
  readonly added: ByClass
  readonly removed: ByClass
  readonly applied: number
  readonly notApplied: ReadonlyArray<NotApplied>
}

const byName = (counts: Iterable<readonly [string, number]>): ByClass =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))

const counted = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Counts the instances of each class, without the given rows. */
const keptOf = (file: IfcFile, without: ReadonlySet<number>): Map<string, number> => {
  const { type } = file.index
  const counts = new Uint32Array(file.classes.length)
  for (let row = 0; row < file.rows; row++) counts[type[row]!]!++
  for (const row of without) counts[type[row]!]!--
  const kept = new Map<string, number>()
  for (const [k, { name }] of file.classes.entries()) {
    if (counts[k]! > 0 && name !== "") kept.set(name, (kept.get(name) ?? 0) + counts[k]!)
  }
  return kept
}

/** Counts kept, changed, added and removed instances of a file. */
export const reportOf = (
  { file }: OpenModel,
  edits: InstanceEdits,
  patch: StepPatch,
  done: Pick<PatchReport, "applied" | "notApplied">
): PatchReport => {
  const { changed, removed } = edits.rows()
  const kept = keptOf(file, changed.union(removed))
  const added = Array.from(
    patch.added,
    ([keyword, count]) => [file.schema.find(keyword)?.name ?? keyword, count] as const
  )
  const nameOf = (row: number): string => file.classOf(row).name
  return {
    kept: byName(kept),
    changed: byName(counted(Array.from(changed, nameOf))),
    added: byName(added),
    removed: byName(counted(Array.from(removed, nameOf))),
    ...done
  }
}
