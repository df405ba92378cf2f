import type { Condition, Definition, FieldDetail, PropertySet, Row } from "../../../api/Views.ts"
import { conditionOf } from "../filter/Conditions.ts"
import type { Line } from "../properties/Sets.ts"
import { unitOf } from "../Units.ts"

/** A line of a form: a property that may be empty, with its type. */
export interface FormLine extends Line {
  readonly detail?: FieldDetail
  /** The document and specification that require it. */
  readonly requiredBy?: string
}

/** Properties by set, and the names of the sets among them that the project defines. */
interface Formed {
  readonly sets: ReadonlyMap<string, ReadonlyArray<FormLine>>
  readonly forms: ReadonlySet<string>
}

/** Adds to the properties of products those that sets of the project define for at least one of them. */
export type Forming = (rows: ReadonlyArray<Row>, lines: ReadonlyMap<string, ReadonlyArray<Line>>) => Formed

/** Class and predefined type of a product, as one text. */
export const kindOf = (className: unknown, predefinedType: unknown): string =>
  JSON.stringify([className, predefinedType ?? null])

/** Returns a condition for the products that a set with an entity type applies to: the class and its subtypes. */
export const typeCondition = ({ name, predefinedTypes }: PropertySet["entityTypes"][number]): Condition => {
  const isA = conditionOf("Class", "IsA", name)
  if (predefinedTypes.length === 0) return isA
  return {
    and: [
      isA,
      conditionOf(
        "PredefinedType",
        "In",
        predefinedTypes.map((word) => word.toUpperCase())
      )
    ]
  }
}

const types: Readonly<Record<string, FieldDetail["dataType"]>> = {
  string: "String",
  integer: "Integer",
  double: "Real",
  boolean: "Boolean",
  enumeration: "Enum"
}

const detailOf = ({ dataType, enumerationValues, name, unitName }: Definition): FieldDetail => ({
  name,
  dataType: types[dataType ?? ""] ?? null,
  unit: unitName,
  enumerationValues
})

/**
 * Returns the properties by set with those that the project's sets define, whether the product has them or not. Sets of
 * the project come first.
 */
export const withForms = (
  lines: ReadonlyMap<string, ReadonlyArray<Line>>,
  forms: ReadonlyArray<PropertySet>
): ReadonlyMap<string, ReadonlyArray<FormLine>> => {
  const filled = forms.map(({ name: set, propertyDefinitions }): readonly [string, ReadonlyArray<FormLine>] => {
    const present = new Map((lines.get(set) ?? []).map((line) => [line.name, line]))
    const defined = propertyDefinitions.map((definition): FormLine => {
      const { name } = definition
      const detail = detailOf(definition)
      const empty = { name, field: `${set}.${name}`, cell: { PropertySet: set, Value: null }, unit: "" }
      const line = present.get(name) ?? empty
      present.delete(name)
      return { ...line, unit: line.unit === "" ? unitOf(detail.unit) : line.unit, detail }
    })
    return [set, [...defined, ...present.values()]]
  })
  const others = [...lines].filter(([set]) => set !== "" && !forms.some(({ name }) => name === set))
  return new Map([["", lines.get("") ?? []], ...filled, ...others])
}
