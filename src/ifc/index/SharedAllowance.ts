import { mostItems } from "../../domain/models/SharedSlice.ts"
import type { ImportLog } from "./ImportLog.ts"

/** Of UTF-8 of all that they say, the properties of locations included. */
const mostMegabytes = 64
/** What a property of a location costs beside its texts. */
const propertyCost = 32

type Texts = ReadonlyArray<string | null>

/** How much an import may bring to its project. What is beyond that is left out and told in the report. */
export class SharedAllowance {
  private readonly rows = new Map<string, number>()
  private left = mostMegabytes * 1024 * 1024

  constructor(private readonly log: ImportLog) {}

  /** Takes one more of a kind (`Materials`) with what it says; false where it has to be left out. */
  admits(kind: string, texts: Texts): boolean {
    const rows = this.rows.get(kind) ?? 0
    if (rows === mostItems) {
      this.log.count(`${kind} beyond the first ${mostItems.toLocaleString("en")}, which were left out`)
    }
    if (rows === mostItems || !this.affords(kind, texts)) return false
    this.rows.set(kind, rows + 1)
    return true
  }

  /** As `admits`, of something that is there already and says more. */
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
      this.log.count(
        `${kind} that were left out, for a file brings ${mostMegabytes} MB of texts to its project at the most`
      )
      return false
    }
    this.left -= bytes
    return true
  }
}
