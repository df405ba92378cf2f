import { endOfText } from "../../step/StepLexer.ts"
import type { EntityRule } from "./EntityRules.ts"
import type { FaultKind, Faults } from "./Faults.ts"
import { Instances } from "./Instances.ts"
import { InverseCounts } from "./InverseCounts.ts"
import { ValueCheck } from "./ValueCheck.ts"

const globalId = /^'[0-3][\w$]{21}'$/

/** The instances of one file against the rules of its schema. */
class Integrity {
  readonly faults = new Map<string, string>()
  private readonly instances: Instances
  private readonly counts: InverseCounts
  private readonly values: ValueCheck
  private readonly globalIds = new Set<string>()
  private row = 0
  private rule: EntityRule | undefined
  private place = 0

  constructor(bytes: Uint8Array) {
    const earlier: Array<number> = []
    this.instances = new Instances(
      bytes,
      (row) => earlier.push(row),
      (_, reason) => this.faults.set(`unreadable: ${reason}`, "")
    )
    for (const row of earlier) this.tell("number used twice", row, "", "")
    this.counts = new InverseCounts(this.instances.count)
    this.values = new ValueCheck(
      this.instances,
      (kind, shown) => this.tellValue(kind, shown),
      (row) => {
        for (const referrer of this.rule!.attributes[this.place]!.referrers) this.counts.add(referrer, row)
      }
    )
  }

  check(): Faults {
    for (let row = 0; row < this.instances.count; row++) this.instance(row)
    for (let row = 0; row < this.instances.count; row++) this.inverses(row)
    return this.faults
  }

  private tell(kind: FaultKind, row: number, attribute: string, shown: string): void {
    const name = this.instances.ruleOf(row)?.name ?? this.instances.keywordOf(row)
    const key = `${kind}: #${this.instances.idOf(row)} ${name}${attribute && `.${attribute}`}`
    if (!this.faults.has(key)) this.faults.set(key, shown)
  }

  private tellValue(kind: FaultKind, shown: string): void {
    this.tell(kind, this.row, this.rule!.attributes[this.place]!.name, shown)
  }

  private instance(row: number): void {
    const rule = this.instances.ruleOf(row)
    if (rule === undefined) return this.tell("unknown keyword", row, "", "")
    if (rule.isAbstract) this.tell("abstract entity", row, "", "")
    this.row = row
    this.rule = rule
    const count = this.argumentCount(row)
    if (count < 0) this.tell("unreadable", row, "", "")
    else if (count !== rule.attributes.length) this.tell("argument count", row, "", `${count}`)
    else this.attributes(rule)
  }

  /** The number of arguments of an instance; -1 if they cannot be separated. */
  private argumentCount(row: number): number {
    const { values } = this
    values.at = this.instances.index.at[row]! + 1
    if (values.space() === 41) return 0
    for (let count = 1; ; count++) {
      values.skip()
      const stop = values.space()
      if (stop === 41) return count
      if (stop !== 44) return -1
      values.at++
    }
  }

  private attributes({ attributes, isRoot }: EntityRule): void {
    const { values } = this
    values.at = this.instances.index.at[this.row]! + 1
    for (this.place = 0; this.place < attributes.length; this.place++) {
      values.space()
      const start = values.at
      this.attribute()
      if (isRoot && this.place === 0) this.globalId(start)
      values.at++
    }
  }

  private attribute(): void {
    const { isDerived, isOptional, value } = this.rule!.attributes[this.place]!
    const { values } = this
    const start = values.at
    if (isDerived || this.instances.bytes[start] === 42) {
      values.skip()
      if (!isDerived || this.instances.bytes[start] !== 42) this.tellValue("derived", values.shown(start))
    } else if (!values.isNull()) values.attribute(value)
    else if (!isOptional) this.tellValue("mandatory", "$")
  }

  private globalId(start: number): void {
    const { bytes } = this.instances
    if (bytes[start] !== 39) return
    const text = bytes.toString("latin1", start, endOfText(bytes, start, this.values.at))
    if (text.length === 24 && !globalId.test(text)) this.tellValue("GlobalId", text)
    if (this.globalIds.has(text)) this.tellValue("GlobalId used twice", text)
    this.globalIds.add(text)
  }

  private inverses(row: number): void {
    const rule = this.instances.ruleOf(row)
    if (rule === undefined) return
    for (const { lower, name, referrer, upper } of rule.inverses) {
      const count = this.counts.get(referrer, row)
      if (count < lower || count > upper) this.tell("inverse", row, name, `${count}`)
    }
  }
}

/**
 * Returns the faults of the instances of an IFC file according to the EXPRESS schema: in arguments, attributes,
 * references and inverse attributes, but not in WHERE rules. The time is proportional to the size of the file.
 *
 * Fails: throws if the file has no header that names a schema of IFC.
 * Source: ISO 10303-21:2016; ISO 16739-1:2024 and its predecessors.
 */
export const integrityOf = (bytes: Uint8Array): Faults => new Integrity(bytes).check()
