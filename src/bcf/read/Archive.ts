import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { Parts } from "../../sheets/read/Parts.ts"
import { SheetFault } from "../../sheets/read/SheetFault.ts"
import { BcfFault } from "./BcfFault.ts"

/** Runs work on the archive. The errors of its reader mention workbooks, so they are replaced. */
const translated = <A>(work: () => A): A => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    const kind = error.kind === "UnsupportedFileType" ? "InvalidBody" : error.kind
    throw new BcfFault({ kind, details: error.details.replaceAll("The workbook", "The BCF file") })
  }
}

/** The entries of a BCF file, whose names are compared without regard to case. */
export class Archive {
  private readonly parts: Parts
  readonly names: ReadonlyArray<string>

  /**
   * Throws `BcfFault` if the archive is damaged, encrypted or contradicts itself, has duplicate names or names that
   * lead out of it, has too many entries, or declares too large an unpacked size.
   */
  constructor(bytes: Uint8Array) {
    this.parts = translated(() => new Parts(bytes))
    // Files that no other part refers to are not read.
    if (this.parts.declared() > limits.ratioOfArchive.most * bytes.length) {
      throw new BcfFault({ kind: "ArchiveTooLarge", details: sentenceOf(limits.ratioOfArchive) })
    }
    this.names = this.parts.names().filter((name) => !name.endsWith("/"))
  }

  has(name: string): boolean {
    return this.parts.has(name)
  }

  /** Throws `BcfFault` if the entry is absent or damaged, or if the archive unpacks to too much. */
  read(name: string): Uint8Array {
    return translated(() => new Uint8Array(Buffer.concat([...this.parts.read(name)])))
  }
}
