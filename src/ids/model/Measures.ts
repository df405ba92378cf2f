import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import type { SchemaName } from "../../ifc/schema/Schema.ts"
import { siUnitOf } from "../../ifc/units/SiUnits.ts"
import { kindOfMeasure } from "../../ifc/units/UnitNames.ts"
import { Units } from "../../ifc/units/Units.ts"
import type { IfcValue } from "../values/IfcValue.ts"
import type { TypedValue } from "./Entities.ts"
import attributeTypes from "./AttributeTypes.json" with { type: "json" }

const types: Readonly<Record<SchemaName, Readonly<Record<string, Readonly<Record<string, string>>>>>> = attributeTypes

/** Converts values into SI: by the unit that a property names, otherwise by the project's unit of their measure. */
export class Measures {
  private readonly units: Units
  private readonly conversions = new Map<number, (value: number) => number>()
  private readonly unitOfType = new Map<string, number>()

  constructor(private readonly file: IfcFile) {
    this.units = new Units(file)
  }

  /** Returns a value in SI. `unit` is the row of the unit that its property names, or -1. */
  inSi({ type, value }: TypedValue, unit: number): TypedValue {
    if (value.kind !== "number" || type === null) return { type, value }
    const own = unit < 0 ? -1 : this.units.ofRow(unit)
    return { type, value: this.converted(value, own >= 0 ? own : this.unitOf(type)) }
  }

  /** Returns the value of an attribute in SI. */
  attributeInSi(className: string, kinds: Iterable<string>, attribute: string, value: IfcValue): IfcValue {
    if (value.kind !== "number") return value
    const type = this.typeOfAttribute(className, kinds, attribute)
    return type === null ? value : this.converted(value, this.unitOf(type))
  }

  /**
   * Returns the type of an attribute in capitals, or null if it is unknown: only those with a unit and those of
   * predefined property sets are known.
   */
  typeOfAttribute(className: string, kinds: Iterable<string>, attribute: string): string | null {
    return this.attributeTypes.getOrInsertComputed(`${className}.${attribute}`, () => {
      const ofSchema = types[this.file.schema.name]
      for (const kind of kinds) {
        const type = ofSchema[kind]?.[attribute]
        if (type !== undefined) return type
      }
      return null
    })
  }

  private readonly attributeTypes = new Map<string, string | null>()

  private unitOf(type: string): number {
    return this.unitOfType.getOrInsertComputed(type, () => {
      const kind = kindOfMeasure(type)
      return kind === null ? -1 : this.units.ofKind(kind)
    })
  }

  private converted(value: IfcValue & { readonly kind: "number" }, unit: number): IfcValue {
    if (unit < 0) return value
    const convert = this.conversions.getOrInsertComputed(unit, () => {
      const { offset, toSi } = this.units.units[unit]!
      return (
        siUnitOf(this.units.units[unit]!)?.convert ??
        (toSi === 1 && offset === 0 ? (number) => number : (number) => number * toSi + offset)
      )
    })
    const number = convert(value.number)
    return number === value.number ? value : { kind: "number", number, isInteger: false }
  }
}
