import * as Either from "effect/Either"
import {
  CELL_AMBIGUOUS,
  CELL_HIDDEN,
  CELL_OF_TYPE,
  type ImportReport,
  type ModelContent,
  VALUE_BOOLEAN,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_TEXT
} from "../../domain/models/ModelContent.ts"
import { readModel } from "../ReadModel.ts"

/** Returns the GlobalId for a number, for files that tests write. */
export const guid = (number: number): string => `0${String(number).padStart(21, "0")}`

/** The project that every file of the tests has: `#1`, units `#2`. */
export const project = (units = ""): string =>
  `#1=IFCPROJECT('${guid(1)}',$,'Project',$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((${units}));\n`

/** A STEP file around the lines of a DATA section. */
export const stepFile = (data: string, schema = "IFC4"): string =>
  `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n` +
  `FILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${data}ENDSEC;\nEND-ISO-10303-21;\n`

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads a test file that is expected to be valid. */
export const read = (data: string, schema = "IFC4"): { content: ModelContent; report: ImportReport } =>
  Either.getOrThrow(readModel(bytesOf(stepFile(data, schema))))

export interface ShownCell {
  readonly value: string | number | boolean | null
  readonly unit: string | null
  /** Flags in addition to the kind. */
  readonly bits: number
  readonly kind: number
  readonly ofType: boolean
  readonly hidden: boolean
  readonly ambiguous: boolean
}

/** The cells of a product, by `Set.Property`, with a `*` after hidden values of the type. */
export const cellsOf = (content: ModelContent, product = 0): Record<string, ShownCell> => {
  const { cells, values, texts, units, properties } = content
  const shown = new Map<string, ShownCell>()
  for (let i = 0; i < cells.count; i++) {
    if (cells.product[i] !== product) continue
    const { set, name } = properties[cells.property[i]!]!
    const value = cells.value[i]!
    const number = values.number[value]!
    const kind = values.kind[value]! & VALUE_KIND_MASK
    const flags = cells.flags[i]!
    const hidden = (flags & CELL_HIDDEN) !== 0
    shown.set(`${set}.${name}${hidden ? "*" : ""}`, {
      value:
        kind === VALUE_NULL
          ? null
          : kind === VALUE_TEXT
            ? texts[number]!
            : kind === VALUE_BOOLEAN
              ? number === 1
              : number,
      unit: units[values.unit[value]!]?.name || null,
      bits: values.kind[value]! & ~VALUE_KIND_MASK,
      kind,
      ofType: (flags & CELL_OF_TYPE) !== 0,
      hidden,
      ambiguous: (flags & CELL_AMBIGUOUS) !== 0
    })
  }
  return Object.fromEntries(shown)
}

/** Returns the text to which a column refers. */
export const textAt = (content: ModelContent, column: Int32Array, product = 0): string | null =>
  column[product]! < 0 ? null : content.texts[column[product]!]!
