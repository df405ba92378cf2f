import * as Either from "effect/Either"
import { InstanceMap } from "../../index/InstanceMap.ts"
import { readHeader } from "../../step/StepHeader.ts"
import { scanStep, type StepIndex } from "../../index/StepIndex.ts"
import { KEEP } from "../../step/StepScanner.ts"
import { type EntityRule, entityRulesOf } from "./EntityRules.ts"

/** All instances of a file, whatever their keywords, by row: their place in the file. */
export class Instances {
  readonly index: StepIndex
  readonly bytes: Buffer
  /** The rule of each keyword of the index, undefined for what the schema lacks. */
  private readonly rules: ReadonlyArray<EntityRule | undefined>
  private readonly map: InstanceMap

  /**
   * @param onTwice receives the earlier row of a repeated number
   * @param onUnreadable receives each statement that is not an instance
   */
  constructor(
    bytes: Uint8Array,
    onTwice: (earlier: number) => void,
    onUnreadable: (at: number, reason: string) => void
  ) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { dataAt, schema } = Either.getOrThrow(readHeader(this.bytes))
    const rules = entityRulesOf(schema.name)
    this.index = scanStep(this.bytes, dataAt, { classify: () => KEEP, onFault: onUnreadable })
    this.rules = this.index.keywords.map((keyword) => rules.find(keyword))
    this.map = new InstanceMap(this.index.ids, (earlier) => {
      onTwice(earlier)
      return true
    })
  }

  get count(): number {
    return this.index.count
  }

  /** The row of a number, -1 for none. */
  rowOf(id: number): number {
    return this.map.get(id)
  }

  idOf(row: number): number {
    return this.index.ids[row]!
  }

  keywordOf(row: number): string {
    return this.index.keywords[this.index.type[row]!]!
  }

  ruleOf(row: number): EntityRule | undefined {
    return this.rules[this.index.type[row]!]
  }
}
