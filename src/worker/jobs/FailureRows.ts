import { closeSync, openSync, writeSync } from "node:fs"
import { limits } from "../../domain/Limits.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import type { CheckResult, Failure } from "../../ids/check/CheckResult.ts"
import type { CompiledIds } from "../../ids/check/CompiledIds.ts"
import type { Entities } from "../../ids/model/Entities.ts"
import { requirementWords } from "../../ids/words/SpecificationWords.ts"
import { csvLine } from "../../sheets/write/Csv.ts"

/** The buffered length, in characters, at which lines are written. */
const pieceLength = 1 << 20

/** Writes the failures of a check as CSV while the check finds them, which takes no memory. */
export class FailureRows {
  /** The number of failures, written or not. */
  count = 0
  private readonly file: number
  private text = csvLine(["specification", "requirement", "Guid", "Class", "Name", "reason"])
  private readonly words: ReadonlyArray<ReadonlyArray<string>>

  constructor(
    path: string,
    private readonly compiled: CompiledIds,
    private readonly entities: Entities,
    private readonly most = limits.rowsOfCheck
  ) {
    this.file = openSync(path, "w")
    this.words = compiled.specifications.map(({ requirements }) =>
      requirements.map(({ source }) => requirementWords(source))
    )
  }

  readonly add = (specification: number, requirement: number, { reason, row }: Failure): void => {
    this.count++
    if (this.count > this.most.most) return
    const { class: ifcClass, guid, name } = this.entities.identityOf(row)
    const of = this.words[specification]![requirement] ?? ""
    this.line([this.compiled.specifications[specification]!.source.name, of, guid ?? "", ifcClass, name, reason])
  }

  /** Writes the specifications that failed because nothing applies, and ends the file. */
  end({ specifications }: CheckResult): void {
    for (const { reason, source } of specifications) {
      if (reason !== null) this.line([source.name, "", "", "", "", reason])
    }
    if (this.count > this.most.most) this.line(["", "", "", "", "", sentenceOf(this.most)])
    writeSync(this.file, this.text)
    closeSync(this.file)
  }

  private line(cells: ReadonlyArray<string | null>): void {
    this.text += csvLine(cells)
    if (this.text.length < pieceLength) return
    writeSync(this.file, this.text)
    this.text = ""
  }
}
