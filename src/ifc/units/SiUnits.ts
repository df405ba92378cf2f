import type { ContentUnit } from "../../domain/models/ModelContent.ts"
import { signatureOf, signatureOfKind, type UnitElement } from "./DerivedKinds.ts"
import { baseOf, type NamedUnit, spelling } from "./KnownUnits.ts"
import { rounded } from "./Rounded.ts"
import { derivedName, prefixes } from "./UnitNames.ts"
import { elementsOfName, type KnownUnit, unitOf } from "./UnitText.ts"

/** The SI unit that numbers of another unit are converted to. */
export interface SiUnit {
  /** The name as units are shown (`SquareMetre`). */
  readonly name: string
  /** Whether `convert` only rounds, because the unit is one of SI already. */
  readonly isSame: boolean
  /** Returns the number in SI, with 15 significant digits; NaN if it is too large for a double (see `finite`). */
  readonly convert: (value: number) => number
}

/** SI units of the kinds of derived units. A unit of another kind is named by its elements. */
const derived: Readonly<Record<string, string>> = {
  LINEARVELOCITYUNIT: "MetrePerSecond",
  ACCELERATIONUNIT: "MetrePerSquareSecond",
  ANGULARVELOCITYUNIT: "RadianPerSecond",
  VOLUMETRICFLOWRATEUNIT: "CubicMetrePerSecond",
  MOISTUREDIFFUSIVITYUNIT: "CubicMetrePerSecond",
  MASSFLOWRATEUNIT: "KilogramPerSecond",
  MASSDENSITYUNIT: "KilogramPerCubicMetre",
  IONCONCENTRATIONUNIT: "KilogramPerCubicMetre",
  AREADENSITYUNIT: "KilogramPerSquareMetre",
  MASSPERLENGTHUNIT: "KilogramPerMetre",
  DYNAMICVISCOSITYUNIT: "PascalSecond",
  KINEMATICVISCOSITYUNIT: "SquareMetrePerSecond",
  TORQUEUNIT: "NewtonMetre",
  ROTATIONALSTIFFNESSUNIT: "NewtonMetrePerRadian",
  LINEARFORCEUNIT: "NewtonPerMetre",
  LINEARSTIFFNESSUNIT: "NewtonPerMetre",
  PLANARFORCEUNIT: "NewtonPerSquareMetre",
  MODULUSOFELASTICITYUNIT: "NewtonPerSquareMetre",
  SHEARMODULUSUNIT: "NewtonPerSquareMetre",
  MODULUSOFLINEARSUBGRADEREACTIONUNIT: "NewtonPerSquareMetre",
  MODULUSOFSUBGRADEREACTIONUNIT: "NewtonPerCubicMetre",
  MOMENTOFINERTIAUNIT: "MetreToThePowerOf4",
  SECTIONAREAINTEGRALUNIT: "MetreToThePowerOf5",
  WARPINGCONSTANTUNIT: "MetreToThePowerOf6",
  SECTIONMODULUSUNIT: "CubicMetre",
  ROTATIONALMASSUNIT: "KilogramSquareMetre",
  CURVATUREUNIT: "RadianPerMetre",
  WARPINGMOMENTUNIT: "NewtonSquareMetre",
  HEATFLUXDENSITYUNIT: "WattPerSquareMetre",
  THERMALTRANSMITTANCEUNIT: "WattPerSquareMetrePerKelvin",
  THERMALADMITTANCEUNIT: "WattPerSquareMetrePerKelvin",
  THERMALRESISTANCEUNIT: "SquareMetreKelvinPerWatt",
  THERMALCONDUCTANCEUNIT: "WattPerMetrePerKelvin",
  SPECIFICHEATCAPACITYUNIT: "JoulePerKilogramPerKelvin",
  HEATINGVALUEUNIT: "JoulePerKilogram",
  THERMALEXPANSIONCOEFFICIENTUNIT: "PerKelvin",
  TEMPERATUREGRADIENTUNIT: "KelvinPerMetre",
  TEMPERATURERATEOFCHANGEUNIT: "KelvinPerSecond",
  ISOTHERMALMOISTURECAPACITYUNIT: "CubicMetrePerKilogram",
  MOLECULARWEIGHTUNIT: "KilogramPerMole"
}

/** Returns the number, or null if it is none that JSON and readers of tables have. */
export const finite = (number: number): number | null => (Number.isFinite(number) ? number : null)

const temperature = "THERMODYNAMICTEMPERATUREUNIT"

/** Returns the rounded number, NaN if it is too large for a double, because JSON has no infinity. */
const held = (value: number): number => {
  const short = rounded(value)
  return Number.isFinite(short) ? short : Number.NaN
}

/**
 * Temperatures, by the spelling of their names: files give them with a wrong offset or with none. A sum comes before the
 * product, so that absolute zero is 0.
 */
const temperatures: ReadonlyArray<readonly [names: ReadonlyArray<string>, convert: (value: number) => number]> = [
  [["degreecelsius", "celsius", "°c", "degc"], (value) => held(value + 273.15)],
  [["degreefahrenheit", "fahrenheit", "°f", "degf"], (value) => held(((value + 459.67) * 5) / 9)]
]

/**
 * Returns the SI unit of a unit, or null if it has no known factor: money, units that stand in no relation to others,
 * and measures without unit. A unit that an edit names has a factor if it is one that IFC can write.
 */
export const siUnitOf = ({ kind, name, offset, toSi }: ContentUnit): SiUnit | null => {
  if (name === "" || kind === "MONETARY") return null
  if (kind === temperature || kind === "") {
    const found = temperatures.find(([names]) => names.includes(spelling(name)))
    if (found !== undefined) return { name: "Kelvin", isSame: false, convert: found[1] }
  }
  const known = unitOf(name)
  if (kind === "") return known === null ? null : ofElements(elementsOf(known))
  const elements = known === null ? elementsOfName(name) : elementsOf(known)
  const isSame = toSi === 1 && offset === 0
  // A factor of 1 may also mean that there is no factor: for context-dependent units, and for conversions that cannot
  // be read.
  if (isSame && (elements === null || ofElements(elements)?.isSame !== true)) return null
  const si = nameOfNamed(kind, known) ?? nameOfDerived(kind, elements)
  return si === null || !(toSi > 0) || !Number.isFinite(toSi) ? null : linear(si, toSi, offset)
}

type Elements = ReadonlyArray<UnitElement>

/** Returns the name of the SI unit of a kind of named units, or null if it is no such kind. */
const nameOfNamed = (kind: string, known: KnownUnit | null): string | null => {
  const base = baseOf.get(kind)
  if (base === undefined) return null
  // Files may give a unit the kind of another unit of the same dimensions, such as the kind of candela for lumen.
  const isOther = known !== null && "written" in known && known.dimensions.join() === base.dimensions.join()
  return (isOther ? baseOf.get(known.kind) : undefined)?.name ?? base.name
}

/** Returns the name of the SI unit of a derived unit, by its kind if its elements have the exponents of the kind. */
const nameOfDerived = (kind: string, elements: Elements | null): string | null => {
  const ofKind = derived[kind]
  if (ofKind !== undefined && (elements === null || signatureOf(elements) === signatureOfKind(kind))) return ofKind
  return elements === null ? null : nameOf(elements)
}

const elementsOf = (known: KnownUnit): Elements =>
  "elements" in known ? known.elements : [{ unit: known, exponent: 1 }]

const nameOf = (elements: Elements): string | null => {
  const named = elements.map(({ exponent, unit }) => ({ name: baseOf.get(unit.kind)?.name ?? "", exponent }))
  return named.some(({ name }) => name === "") ? null : derivedName(named)
}

/** Returns the SI unit of a product of units that are known by their names or symbols. */
const ofElements = (elements: Elements): SiUnit | null => {
  const name = nameOf(elements)
  const factor = elements.reduce((product, { exponent, unit }) => product * factorOf(unit) ** exponent, 1)
  return name === null ? null : linear(name, factor, 0)
}

const factorOf = ({ kind, written }: NamedUnit): number => {
  if (written.as === "conversion") return written.factor
  if (written.as !== "si" || written.prefix === null) return kind === "MASSUNIT" ? 0.001 : 1
  const times = written.name.startsWith("SQUARE_") ? 2 : written.name.startsWith("CUBIC_") ? 3 : 1
  return 10 ** (prefixes[written.prefix]! * times - (written.name === "GRAM" ? 3 : 0))
}

/** The greatest relative difference from a short decimal that is only an error of products of factors. */
const errorOfFactor = 2e-15

const linear = (name: string, toSi: number, offset: number): SiUnit => {
  const short = Number(toSi.toPrecision(14))
  const factor = Math.abs(short - toSi) <= errorOfFactor * toSi ? short : toSi
  const isSame = factor === 1 && offset === 0
  return { name, isSame, convert: isSame ? held : (value) => held(value * factor + offset) }
}
