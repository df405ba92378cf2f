import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { ImportLog } from "./ImportLog.ts"

/** Cost of a property of a location, in bytes, besides its texts. */
const propertyCost = 32

type Texts = ReadonlyArray<string | null>

/** Limits what an import may add to its project. Anything beyond that is left out and reported. */
export class SharedAllowance {
  private readonly rows = new Map<string, number>()
  private left = limits.textsOfImport.most

  constructor(private readonly log: ImportLog) {}

  /** Reserves room for one more item of a kind (`Materials`) with its texts; returns false if it must be left out. */
  admits(kind: string, texts: Texts): boolean {
    const rows = this.rows.get(kind) ?? 0
    const isFull = rows === limits.itemsOfImport.most
    if (isFull) this.log.count(`${kind} ${sentenceOf(limits.itemsOfImport)}`)
    if (isFull || !this.affords(kind, texts)) return false
    this.rows.set(kind, rows + 1)
    return true
  }

  /** Reserves room for texts added to an existing item; returns false if they must be left out. */
  affords(kind: string, texts: Texts): boolean {
    return this.spend(kind, texts, 0)
  }

  affordsProperty(texts: Texts): boolean {
    return this.spend("Properties of spatial elements", texts, propertyCost)
  }

  private spend(kind: string, texts: Texts, cost: number): boolean {
    let bytes = cost
    for (const text of texts) if (text !== null) bytes += Buffer.byteLength(text)
    if (bytes > this.left) {
      this.log.count(`${kind} ${sentenceOf(limits.textsOfImport)}`)
      return false
    }
    this.left -= bytes
    return true
  }
}
