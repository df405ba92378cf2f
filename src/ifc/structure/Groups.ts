import type { ContentGroup } from "../../domain/models/ModelContent.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { cellCost } from "../index/Allowance.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import type { Decomposition } from "./Decomposition.ts"
import type { GlobalIds } from "./GlobalIds.ts"

const { most } = limits.associationsOfObject
const tooMany = sentenceOf(limits.associationsOfObject)

/**
 * The systems, zones and other groups of a file, and the products that are assigned to them.
 *
 * Source: IFC 4.3, IfcGroup, IfcRelAssignsToGroup.
 */
export class Groups {
  readonly groups: Array<ContentGroup> = []
  readonly sets: Array<ReadonlyArray<number>> = []
  /** The groups that each object is assigned to, by row, in the order of the relations. */
  private readonly assigned = new Map<number, Array<number>>()
  private readonly indexOf = new Map<number, number>()
  private readonly setByRows = new Map<string, number>()

  constructor(
    private readonly file: IfcFile,
    private readonly relations: Decomposition,
    private readonly guids: GlobalIds
  ) {
    const read = file.reader()
    for (const relation of file.rowsOf("IfcRelAssignsToGroup")) {
      if (!read.openRow(relation)) continue
      const group = read.row(6)
      if (!file.is(group, "IfcGroup")) {
        file.log.count("IfcRelAssignsToGroup that refers to no group of the file", `#${file.idOf(relation)}`)
        continue
      }
      read.references(4, (id) => {
        const object = file.rowOf(id)
        if (object < 0) return
        const list = this.assigned.getOrInsertComputed(object, () => [])
        if (list.includes(group)) return
        if (list.length < most) list.push(group)
        else file.log.count(tooMany, `#${id}`)
      })
    }
  }

  /**
   * Returns the index of the set of groups of a product, -1 if it is in none: those that it is assigned to, then those
   * that these groups are in. GlobalIds of groups are assigned on first use, so products must have theirs before.
   */
  of(row: number): number {
    const direct = this.assigned.get(row)
    if (direct === undefined) return -1
    return this.setByRows.getOrInsertComputed(direct.join(), () => {
      const groups = this.withAbove(row, direct).map((group) => this.indexOfGroup(group))
      const admitted = groups.filter((group) => group >= 0)
      return admitted.length === 0 ? -1 : this.sets.push(admitted) - 1
    })
  }

  /**
   * Returns groups of a product and all groups above them; none if the allowance is used up because groups are in too
   * many others.
   */
  private withAbove(row: number, direct: ReadonlyArray<number>): ReadonlyArray<number> {
    const { allowance, log } = this.file
    const id = `#${this.file.idOf(row)}`
    const rows = new Set(direct)
    // A set that grows while it is iterated also yields what was added.
    for (const group of rows) {
      const above = this.above(group)
      if (!allowance.spend(cellCost + above.length)) {
        log.count("Products that share too many groups, which were left out", id)
        return []
      }
      for (const one of above) {
        if (rows.size < most) rows.add(one)
        else if (!rows.has(one)) log.count(tooMany, id)
      }
    }
    return [...rows]
  }

  /** Returns the groups that a group is assigned to or a part of. */
  private above(group: number): ReadonlyArray<number> {
    const whole = this.relations.whole[group]!
    return [...(this.assigned.get(group) ?? []), ...(this.file.is(whole, "IfcGroup") ? [whole] : [])]
  }

  private indexOfGroup(row: number): number {
    return this.indexOf.getOrInsertComputed(row, () => {
      const { file } = this
      const read = file.reader()
      if (!read.openRow(row)) return -1
      const name = read.name(2) ?? ""
      if (!file.shared.admits("Groups", [name])) return -1
      const { name: className } = file.classOf(row)
      const guid = this.guids.give(read.onceString(0), className, () => name)
      return this.groups.push({ guid, name, class: className }) - 1
    })
  }
}
