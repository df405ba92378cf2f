import type { DescribedCode } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { type Patching, Relations } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

export type CodeEdit = Extract<Edit, { readonly kind: "Code" | "Codes" }>

const keyOf = (system: string | null, identification: string): string => `${system ?? ""}\0${identification}`

/** Edits the codes of products. Uses the file's codes, by system and identification, and creates missing ones. */
export class CodeEdits {
  private readonly relations: Relations
  private readonly keys = new Map<number, string>()
  private readonly ids = new Map<string, number>()
  private readonly systems = new Map<string, number>()
  /** The codes that each object, by row, will have; null: the one of the file. */
  private readonly wanted = new Map<number, Map<string, DescribedCode | null>>()

  constructor(
    private readonly patching: Patching,
    private readonly codes: ReadonlyMap<string, DescribedCode>
  ) {
    const { classifications, file } = patching.model
    this.relations = new Relations(patching, "IfcRelAssociatesClassification")
    for (const { code, row } of classifications.rowsOfCodes()) {
      const { codification, identification } = classifications.codes[code]!
      const key = keyOf(classifications.codifications[codification]?.name ?? null, identification)
      this.keys.set(row, key)
      if (!this.ids.has(key)) this.ids.set(key, file.idOf(row))
    }
    const read = file.freeReader()
    for (const row of file.rowsOf("IfcClassification")) {
      const name = read.openRow(row) ? read.name(3) : null
      if (name !== null && !this.systems.has(name)) this.systems.set(name, file.idOf(row))
    }
  }

  /** Records an edit. Returns the reason if the project has no such code, otherwise null. */
  put(product: number, edit: CodeEdit): string | null {
    const row = this.patching.model.rows[product]!
    const wanted = this.wanted.getOrInsertComputed(row, () => new Map(this.had(row).map(({ key }) => [key, null])))
    const guids = edit.kind === "Code" ? [edit.code] : edit.now
    if (edit.kind === "Codes") wanted.clear()
    for (const guid of guids) {
      const code = this.codes.get(guid)
      if (code === undefined) return "The project has no such code any more"
      const key = keyOf(code.system, code.identification)
      if (edit.kind === "Codes" || edit.now) wanted.set(key, code)
      else wanted.delete(key)
    }
    return null
  }

  apply(guidOf: (row: number) => string): void {
    for (const [row, wanted] of this.wanted) {
      const had = this.had(row)
      for (const { key, relation } of had) if (!wanted.has(key)) this.relations.leave(row, relation)
      for (const [key, code] of wanted) {
        if (code !== null && !had.some((one) => one.key === key)) this.relations.join(row, this.idOf(key, code))
      }
    }
    this.relations.apply(guidOf)
  }

  /** Returns what an object has in the file. Anything that is no code gets a key that no code has. */
  private had(row: number): ReadonlyArray<{ readonly key: string; readonly relation: number }> {
    return Array.from(this.relations.of(row), ({ other, relation }) => ({
      relation,
      key: this.keys.get(other) ?? `#${other}`
    }))
  }

  private idOf(key: string, { description, identification, name, system, uri }: DescribedCode): number {
    const { model, patch } = this.patching
    return this.ids.getOrInsertComputed(key, () => {
      const source = system === null ? "$" : StepWord.reference(this.systemOf(system))
      const head = [StepWord.optional(uri), StepWord.text(identification), StepWord.text(name), source]
      const more = model.file.schema.name === "IFC2X3" ? [] : [StepWord.optional(description), "$"]
      return patch.add("IFCCLASSIFICATIONREFERENCE", [...head, ...more])
    })
  }

  private systemOf(name: string): number {
    const { model, patch } = this.patching
    return this.systems.getOrInsertComputed(name, () => {
      // IFC2X3 requires a source and an edition.
      const isOld = model.file.schema.name === "IFC2X3"
      const head = isOld ? ["''", "''", "$"] : ["$", "$", "$"]
      return patch.add("IFCCLASSIFICATION", [...head, StepWord.text(name), ...(isOld ? [] : ["$", "$", "$"])])
    })
  }
}
