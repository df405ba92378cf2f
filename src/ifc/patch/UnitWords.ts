import { kindOfSignature, signatureOf, signatureOfKind } from "../units/DerivedKinds.ts"
import { byName, type Dimensions, type NamedUnit, spelling } from "../units/KnownUnits.ts"
import { kindOfMeasure } from "../units/UnitNames.ts"
import { type ProductOfUnits, unitOf } from "../units/UnitText.ts"
import type { Patching } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

/** A unit for values: the type of the values, and the reference to the unit, `$` for the project's unit of the type. */
interface UnitWord {
  readonly type: string
  readonly unit: string
  /** Whether the unit is an IfcNamedUnit, which quantities require. */
  readonly isNamed: boolean
}

/** A unit of the file. */
interface FileUnit {
  readonly reference: string
  readonly kind: string
  readonly isNamed: boolean
  /** Whether it is the project's unit of its kind. */
  readonly isDefault: boolean
}

/** Common names of measures that IFC names differently. */
const otherMeasures: Readonly<Record<string, string>> = {
  ANGLE: "PLANEANGLE",
  TEMPERATURE: "THERMODYNAMICTEMPERATURE",
  WEIGHT: "MASS",
  DENSITY: "MASSDENSITY",
  VELOCITY: "LINEARVELOCITY",
  SPEED: "LINEARVELOCITY",
  CURRENCY: "MONETARY",
  COST: "MONETARY"
}

/** Kinds of units whose measures have other names. Source: IFC 4.3, IfcDerivedUnitEnum. */
const otherKinds: Readonly<Record<string, string>> = {
  THERMALCONDUCTANCEUNIT: "IFCTHERMALCONDUCTIVITYMEASURE",
  SECTIONAREAINTEGRALUNIT: "IFCSECTIONALAREAINTEGRALMEASURE"
}
const kindsOfOthers = new Map(Object.entries(otherKinds).map(([kind, measure]) => [measure, kind]))

const kindOf = (type: string): string | null => kindsOfOthers.get(type) ?? kindOfMeasure(type)

/** Finds units by names or symbols: those of the file, and others that IFC can write, which are created. */
export class UnitWords {
  private readonly words = new Map<string, UnitWord | null>()
  /** The units of the file by the normalized spelling of their names, and those that were created. */
  private byName: Map<string, FileUnit> | null = null
  private readonly dimensions = new Map<string, string>()

  constructor(private readonly patching: Patching) {}

  /**
   * Returns the type of values of a measure (`Length`, `IfcPositiveLengthMeasure`) and its unit, the project's if none
   * is named. Returns null if the unit is unknown, or if neither is given. If the unit is of another kind than the
   * measure, the unit decides the type.
   */
  ofMeasure(measure: string | null, unit: string | null): UnitWord | null {
    const type = measure === null ? null : this.measureNamed(measure)
    if (unit === null) return type === null ? null : { type, unit: "$", isNamed: true }
    return this.words.getOrInsertComputed(`${type ?? ""}\0${unit}`, () => this.withUnit(type, unit))
  }

  /** Returns a unit and the type of its values, or null if the unit is unknown. */
  of(unit: string): UnitWord | null {
    return this.ofMeasure(null, unit)
  }

  private withUnit(measure: string | null, text: string): UnitWord | null {
    const known = unitOf(text)
    const wanted = measure === null ? null : kindOf(measure)
    const found = this.inFile(spelling(known?.name ?? text)) ?? (known === null ? null : this.made(known, wanted))
    if (found === null) return null
    const fits = measure !== null && (wanted === found.kind || (known !== null && isOfKind(known, wanted)))
    const type = fits ? measure : (this.typeOf(found.kind) ?? "IFCREAL")
    const isDefault = found.isDefault && kindOf(type) === found.kind
    return { type, unit: isDefault ? "$" : found.reference, isNamed: found.isNamed }
  }

  private measureNamed(name: string): string | null {
    const word = name
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, "")
      .replace(/^IFC/, "")
      .replace(/MEASURE$/, "")
    const type = `IFC${otherMeasures[word] ?? word}MEASURE`
    return this.patching.model.file.schema.literal(type) === undefined ? null : type
  }

  /** Returns the measure type of a kind of units (`LENGTHUNIT`: `IFCLENGTHMEASURE`), or null if the schema has none. */
  private typeOf(kind: string): string | null {
    const type = otherKinds[kind] ?? `IFC${kind.replace(/UNIT$/, "")}MEASURE`
    return this.patching.model.file.schema.literal(type) === undefined ? null : type
  }

  private inFile(name: string): FileUnit | undefined {
    this.byName ??= this.unitsOfFile()
    return this.byName.get(name)
  }

  private unitsOfFile(): Map<string, FileUnit> {
    const { file, units } = this.patching.model
    const found = new Map<string, FileUnit>()
    for (const kind of ["IfcNamedUnit", "IfcDerivedUnit", "IfcMonetaryUnit"]) {
      for (const row of file.rowsOf(kind)) {
        const index = units.ofRow(row)
        const unit = units.units[index]
        const name = unit === undefined ? "" : spelling(unit.name)
        if (unit === undefined || found.has(name)) continue
        found.set(name, {
          reference: StepWord.reference(file.idOf(row)),
          kind: unit.kind,
          isNamed: kind === "IfcNamedUnit",
          isDefault: units.ofKind(unit.kind) === index
        })
      }
    }
    return found
  }

  /** Creates a unit. Returns null if the schema cannot express it. @param wanted the kind of the values, if it is known */
  private made(unit: NamedUnit | ProductOfUnits, wanted: string | null): FileUnit | null {
    if ("elements" in unit) return this.product(unit, wanted)
    const reference = this.named(unit)
    if (reference === null) return null
    const isNamed = unit.written.as !== "currency"
    return this.remember(unit.name, { reference, kind: unit.kind, isNamed, isDefault: false })
  }

  private remember(name: string, unit: FileUnit): FileUnit {
    this.byName?.set(spelling(name), unit)
    return unit
  }

  private product(unit: ProductOfUnits, wanted: string | null): FileUnit | null {
    const { model, patch } = this.patching
    const references = unit.elements.map((element) => this.element(element.unit))
    if (references.includes(null)) return null
    const elements = unit.elements.map(({ exponent }, i) =>
      StepWord.reference(patch.add("IFCDERIVEDUNITELEMENT", [references[i]!, String(exponent)]))
    )
    const isWanted = wanted !== null && signatureOfKind(wanted) !== undefined && isOfKind(unit, wanted)
    const found = isWanted ? wanted : kindOfSignature(signatureOf(unit.elements))
    // A schema that lacks the measure lacks the kind of its units, too.
    const kind = found === undefined || this.typeOf(found) === null ? "USERDEFINED" : found
    const userDefined = kind === "USERDEFINED" ? StepWord.text(unit.name) : "$"
    const more = model.file.schema.name === "IFC4X3" ? ["$"] : []
    const words = [StepWord.list(elements), StepWord.enumeration(kind), userDefined, ...more]
    const reference = StepWord.reference(patch.add("IFCDERIVEDUNIT", words))
    return this.remember(unit.name, { reference, kind, isNamed: false, isDefault: false })
  }

  /** Returns a named unit of the file, which is created if the file has none. */
  private element(unit: NamedUnit): string | null {
    const known = this.inFile(spelling(unit.name))
    return known?.isNamed === true ? known.reference : (this.made(unit, null)?.reference ?? null)
  }

  private named({ dimensions, kind, name, written }: NamedUnit): string | null {
    const { model, patch } = this.patching
    const { schema } = model.file
    switch (written.as) {
      case "si": {
        const prefix = written.prefix === null ? "$" : StepWord.enumeration(written.prefix)
        const words = ["*", StepWord.enumeration(kind), prefix, StepWord.enumeration(written.name)]
        return StepWord.reference(patch.add("IFCSIUNIT", words))
      }
      case "conversion": {
        const { base, factor, offset } = written
        const keyword = offset === 0 ? "IFCCONVERSIONBASEDUNIT" : "IFCCONVERSIONBASEDUNITWITHOFFSET"
        const unit = this.element(base)
        if (unit === null || schema.find(keyword) === undefined) return null
        const value = StepWord.typed(this.typeOf(kind) ?? "IFCREAL", StepWord.real(factor))
        const measure = StepWord.reference(patch.add("IFCMEASUREWITHUNIT", [value, unit]))
        const words = [this.dimensionsOf(dimensions), StepWord.enumeration(kind), StepWord.text(written.name), measure]
        return StepWord.reference(patch.add(keyword, offset === 0 ? words : [...words, StepWord.real(offset)]))
      }
      case "context": {
        const words = [this.dimensionsOf(dimensions), StepWord.enumeration(kind), StepWord.text(name)]
        return StepWord.reference(patch.add("IFCCONTEXTDEPENDENTUNIT", words))
      }
      case "currency": {
        const word = schema.name === "IFC2X3" ? StepWord.enumeration(name) : StepWord.text(name)
        return StepWord.reference(patch.add("IFCMONETARYUNIT", [word]))
      }
    }
  }

  private dimensionsOf(dimensions: Dimensions): string {
    return this.dimensions.getOrInsertComputed(dimensions.join(), () =>
      StepWord.reference(this.patching.patch.add("IFCDIMENSIONALEXPONENTS", dimensions.map(String)))
    )
  }
}

/** The exponents of each kind of named units. */
const signatures = new Map(byName.values().map((unit) => [unit.kind, signatureOf([{ unit, exponent: 1 }])]))

/** Returns whether a unit has the exponents of a kind of units: newtons by square millimetres are pressure, too. */
const isOfKind = (unit: NamedUnit | ProductOfUnits, kind: string | null): boolean => {
  if (kind === null || kind === "USERDEFINED" || kind === "MONETARY") return false
  const wanted = signatures.get(kind) ?? signatureOfKind(kind)
  const elements = "elements" in unit ? unit.elements : [{ unit, exponent: 1 }]
  return signatureOf(elements) === wanted
}
