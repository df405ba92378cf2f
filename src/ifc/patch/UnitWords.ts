import { kindOfMeasure, prefixes, siName } from "../units/UnitNames.ts"
import { nameOfSymbol, spelling } from "../units/UnitSymbols.ts"
import type { Patching } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

/** The kind of each SI unit that IFC names. Source: IFC 4.3, IfcSIUnitName, IfcUnitEnum. */
const siUnits: Readonly<Record<string, string>> = {
  AMPERE: "ELECTRICCURRENTUNIT",
  BECQUEREL: "RADIOACTIVITYUNIT",
  CANDELA: "LUMINOUSINTENSITYUNIT",
  COULOMB: "ELECTRICCHARGEUNIT",
  CUBIC_METRE: "VOLUMEUNIT",
  DEGREE_CELSIUS: "THERMODYNAMICTEMPERATUREUNIT",
  FARAD: "ELECTRICCAPACITANCEUNIT",
  GRAM: "MASSUNIT",
  GRAY: "ABSORBEDDOSEUNIT",
  HENRY: "INDUCTANCEUNIT",
  HERTZ: "FREQUENCYUNIT",
  JOULE: "ENERGYUNIT",
  KELVIN: "THERMODYNAMICTEMPERATUREUNIT",
  LUMEN: "LUMINOUSFLUXUNIT",
  LUX: "ILLUMINANCEUNIT",
  METRE: "LENGTHUNIT",
  MOLE: "AMOUNTOFSUBSTANCEUNIT",
  NEWTON: "FORCEUNIT",
  OHM: "ELECTRICRESISTANCEUNIT",
  PASCAL: "PRESSUREUNIT",
  RADIAN: "PLANEANGLEUNIT",
  SECOND: "TIMEUNIT",
  SIEMENS: "ELECTRICCONDUCTANCEUNIT",
  SIEVERT: "DOSEEQUIVALENTUNIT",
  SQUARE_METRE: "AREAUNIT",
  STERADIAN: "SOLIDANGLEUNIT",
  TESLA: "MAGNETICFLUXDENSITYUNIT",
  VOLT: "ELECTRICVOLTAGEUNIT",
  WATT: "POWERUNIT",
  WEBER: "MAGNETICFLUXUNIT"
}

/** SI units with all prefixes, by their displayed name in normalized spelling. */
const siByName = new Map(
  Object.entries(siUnits).flatMap(([name, kind]) =>
    [null, ...Object.keys(prefixes)].map((prefix) => [spelling(siName(prefix, name)), { kind, prefix, name }] as const)
  )
)

/**
 * A unit for values: the type of the values, and the reference to the unit, `$` if it is the project's unit of its
 * kind.
 */
interface UnitWord {
  readonly type: string
  readonly unit: string
}

/** Common names of measures that IFC names differently. */
const otherMeasures: Readonly<Record<string, string>> = {
  ANGLE: "PLANEANGLE",
  TEMPERATURE: "THERMODYNAMICTEMPERATURE",
  WEIGHT: "MASS",
  CURRENCY: "MONETARY",
  COST: "MONETARY"
}

/**
 * Finds units by names or symbols, whatever the spelling: those of the file, and SI units, which are created if the
 * file has none.
 */
export class UnitWords {
  private readonly byName = new Map<string, UnitWord | null>()

  constructor(private readonly patching: Patching) {}

  /** Returns null if the name is no unit, or if there is no type for its values. */
  of(text: string): UnitWord | null {
    const name = spelling(nameOfSymbol(text) ?? text)
    return this.byName.getOrInsertComputed(name, () => this.inFile(name) ?? this.made(name))
  }

  /**
   * Returns the type of values of a measure (`Length`, `IfcPositiveLengthMeasure`) and its unit, the project's if none
   * is named; null if the unit is unknown. If the unit is of another kind than the measure, the unit decides the type.
   */
  ofMeasure(measure: string | null, unit: string | null): UnitWord | null {
    const type = measure === null ? null : this.measureNamed(measure)
    if (unit === null) return type === null ? null : { type, unit: "$" }
    const found = this.of(unit)
    if (found === null || type === null) return found
    return kindOfMeasure(type) === kindOfMeasure(found.type) ? { ...found, type } : found
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

  private inFile(name: string): UnitWord | null {
    const { file, units } = this.patching.model
    for (const kind of ["IfcNamedUnit", "IfcDerivedUnit"]) {
      for (const row of file.rowsOf(kind)) {
        const index = units.ofRow(row)
        const unit = units.units[index]
        if (unit === undefined || spelling(unit.name) !== name) continue
        const type = this.typeOf(unit.kind)
        const isDefault = units.ofKind(unit.kind) === index
        return type === null ? null : { type, unit: isDefault ? "$" : StepWord.reference(file.idOf(row)) }
      }
    }
    return null
  }

  private made(name: string): UnitWord | null {
    const known = siByName.get(name)
    const type = known === undefined ? null : this.typeOf(known.kind)
    if (known === undefined || type === null) return null
    const prefix = known.prefix === null ? "$" : StepWord.enumeration(known.prefix)
    const words = ["*", StepWord.enumeration(known.kind), prefix, StepWord.enumeration(known.name)]
    return { type, unit: StepWord.reference(this.patching.patch.add("IFCSIUNIT", words)) }
  }

  /** Returns the measure type of a kind of units (`LENGTHUNIT`: `IFCLENGTHMEASURE`), or null if the schema has none. */
  private typeOf(kind: string): string | null {
    const type = `IFC${kind.replace(/UNIT$/, "")}MEASURE`
    return this.patching.model.file.schema.literal(type) === undefined ? null : type
  }
}
