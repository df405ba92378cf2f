import type { Random } from "../../../testing/Random.ts"
import type { EditedValue } from "../../../domain/edits/Edit.ts"
import {
  CELL_OF_TYPE,
  type ModelContent,
  VALUE_BOOLEAN,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"

const texts = ["New", "it's", "Tür \\ 日本", "x".repeat(300)] as const
const words = ["red", "it's", "Tür \\ 日本", "blue"] as const

const typeOf = {
  [VALUE_TEXT]: "String",
  [VALUE_REAL]: "Real",
  [VALUE_INTEGER]: "Integer",
  [VALUE_BOOLEAN]: "Boolean"
} as const

type ScalarType = (typeof typeOf)[keyof typeof typeOf]

interface Cell {
  readonly owner: string
  readonly set: string
  readonly name: string
  readonly isOwn: boolean
  readonly isQuantity: boolean
  readonly isFixed: boolean
  readonly type: ScalarType
  /** The words of a list or an enumeration that its value may have; null if it is one value. */
  readonly words: ReadonlyArray<string> | null
}

/** Random values for the cells of a model. */
export class RandomValues {
  readonly types: ReadonlyArray<ScalarType> = Object.values(typeOf)

  constructor(
    private readonly random: Random,
    private readonly content: ModelContent
  ) {}

  cell(index: number): Cell {
    const { cells, products, properties, values } = this.content
    const { enumeration, name, quantity, set } = properties[cells.property[index]!]!
    const kind = values.kind[cells.value[index]!]!
    const isList = (kind & (VALUE_SEVERAL | VALUE_ENUMERATION)) !== 0
    return {
      owner: products.guid[cells.product[index]!]!,
      set,
      name,
      isOwn: (cells.flags[index]! & CELL_OF_TYPE) === 0,
      isQuantity: quantity,
      isFixed: (kind & VALUE_FIXED) !== 0,
      type: typeOf[(kind & VALUE_KIND_MASK) as keyof typeof typeOf] ?? "String",
      words: isList ? (enumeration ?? words) : null
    }
  }

  scalar(type: ScalarType): EditedValue {
    const { random } = this
    const value = {
      String: random.pick(texts),
      Real: random.next() * 1e6,
      Integer: random.below(1000),
      Boolean: random.chance(0.5)
    }[type]
    return { value, type, quantity: false, unit: null }
  }

  /** A quantity with a unit; one without a unit is a count, which is an integer in IFC4X3. */
  quantity(unit: string | null): EditedValue {
    const isWhole = unit === null && this.content.schema === "IFC4X3"
    return { ...this.scalar(isWhole ? "Integer" : "Real"), quantity: true, unit }
  }

  /** Returns a value that a cell may have; several are given as an array or as one text. */
  like({ isQuantity, type, words }: Cell): EditedValue {
    if (words === null) return { ...this.scalar(type), quantity: isQuantity }
    const { random } = this
    const items = [...new Set([random.pick(words), ...random.some(words, 2)])]
    const value = random.chance(0.5) ? items : items.join("; ")
    return { value, type: "String", quantity: false, unit: null }
  }
}
