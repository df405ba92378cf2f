import type { DescribedCode, DescribedSystem } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { NamedSystems } from "../../domain/libraries/NamedSystems.ts"
import { type Patching, Relations } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

export type CodeEdit = Extract<Edit, { readonly kind: "Code" | "Codes" }>

const keyOf = (system: string | number, identification: string): string => `${system}\0${identification}`

/** Edits the codes of products. Uses the file's codes, by system and identification, and creates missing ones. */
export class CodeEdits {
  private readonly relations: Relations
  private readonly keys = new Map<number, string>()
  private readonly ids = new Map<string, number>()
  private readonly systems: NamedSystems
  /** The numbers of classifications by the index of their system, or by the text of one that the file lacks. */
  private readonly idsOfSystems = new Map<string | number, number>()
  /** The codes that each object, by row, will have; null: the one of the file. */
  private readonly wanted = new Map<number, Map<string, DescribedCode | null>>()

  constructor(
    private readonly patching: Patching,
    private readonly codes: ReadonlyMap<string, DescribedCode>
  ) {
    const { classifications, file } = patching.model
    this.relations = new Relations(patching, "IfcRelAssociatesClassification")
    this.systems = new NamedSystems(classifications.codifications)
    for (const { code, row } of classifications.rowsOfCodes()) {
      const { codification, identification } = classifications.codes[code]!
      const key = keyOf(codification, identification)
      this.keys.set(row, key)
      if (!this.ids.has(key)) this.ids.set(key, file.idOf(row))
    }
    for (const { codification, row } of classifications.rowsOfSystems()) {
      if (!this.idsOfSystems.has(codification)) this.idsOfSystems.set(codification, file.idOf(row))
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
      const key = keyOf(this.systemKey(code.system), code.identification)
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

  /** Returns the index of a system in the file, or its text if the file lacks it. */
  private systemKey(system: DescribedSystem | null): string | number {
    return this.systems.of(system) ?? JSON.stringify(system)
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

  private systemOf(system: DescribedSystem): number {
    const { model, patch } = this.patching
    return this.idsOfSystems.getOrInsertComputed(this.systemKey(system), () => {
      const { edition, editionDate, name, source } = system
      // IFC2X3 requires a source and an edition, and has dates as instances.
      const isOld = model.file.schema.name === "IFC2X3"
      const [origin, issue] = [source, edition].map((text) =>
        isOld ? StepWord.text(text ?? "") : StepWord.optional(text)
      )
      const date = isOld ? this.dateOf(editionDate) : StepWord.optional(editionDate)
      return patch.add("IFCCLASSIFICATION", [
        origin!,
        issue!,
        date,
        StepWord.text(name),
        ...(isOld ? [] : ["$", "$", "$"])
      ])
    })
  }

  /** Returns a reference to an IfcCalendarDate, `$` if the text is no date. */
  private dateOf(text: string | null): string {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? "") ?? []
    if (year === undefined) return "$"
    return StepWord.reference(
      this.patching.patch.add(
        "IFCCALENDARDATE",
        [day, month, year].map((part) => String(Number(part)))
      )
    )
  }
}
