import type { Dimensions, NamedUnit } from "./KnownUnits.ts"

/** A unit with its exponent in a derived unit. */
export interface UnitElement {
  readonly unit: NamedUnit
  readonly exponent: number
}

/** Exponents of metre, kilogram, second, ampere, kelvin, mole, candela and of a plane angle, trailing zeros left out. */
type Signature = ReadonlyArray<number>

/**
 * Kinds of derived units, each with the exponents that it has. Of several with the same exponents the first one is taken
 * if no measure says which. Source: IFC 4.3, IfcDerivedUnitEnum and the measures of IfcMeasureResource.
 */
const kinds: ReadonlyArray<readonly [kind: string, signature: Signature]> = [
  ["LINEARVELOCITYUNIT", [1, 0, -1]],
  ["ACCELERATIONUNIT", [1, 0, -2]],
  ["ANGULARVELOCITYUNIT", [0, 0, -1, 0, 0, 0, 0, 1]],
  ["ROTATIONALFREQUENCYUNIT", [0, 0, -1]],
  ["VOLUMETRICFLOWRATEUNIT", [3, 0, -1]],
  ["MOISTUREDIFFUSIVITYUNIT", [3, 0, -1]],
  ["MASSFLOWRATEUNIT", [0, 1, -1]],
  ["MASSDENSITYUNIT", [-3, 1]],
  ["IONCONCENTRATIONUNIT", [-3, 1]],
  ["AREADENSITYUNIT", [-2, 1]],
  ["MASSPERLENGTHUNIT", [-1, 1]],
  ["DYNAMICVISCOSITYUNIT", [-1, 1, -1]],
  ["KINEMATICVISCOSITYUNIT", [2, 0, -1]],
  ["TORQUEUNIT", [2, 1, -2]],
  ["ROTATIONALSTIFFNESSUNIT", [2, 1, -2, 0, 0, 0, 0, -1]],
  ["LINEARMOMENTUNIT", [1, 1, -2]],
  ["MODULUSOFROTATIONALSUBGRADEREACTIONUNIT", [1, 1, -2, 0, 0, 0, 0, -1]],
  ["LINEARFORCEUNIT", [0, 1, -2]],
  ["LINEARSTIFFNESSUNIT", [0, 1, -2]],
  ["PLANARFORCEUNIT", [-1, 1, -2]],
  ["MODULUSOFELASTICITYUNIT", [-1, 1, -2]],
  ["SHEARMODULUSUNIT", [-1, 1, -2]],
  ["MODULUSOFLINEARSUBGRADEREACTIONUNIT", [-1, 1, -2]],
  ["MODULUSOFSUBGRADEREACTIONUNIT", [-2, 1, -2]],
  ["MOMENTOFINERTIAUNIT", [4]],
  ["SECTIONAREAINTEGRALUNIT", [5]],
  ["WARPINGCONSTANTUNIT", [6]],
  ["SECTIONMODULUSUNIT", [3]],
  ["ROTATIONALMASSUNIT", [2, 1]],
  ["CURVATUREUNIT", [-1, 0, 0, 0, 0, 0, 0, 1]],
  ["WARPINGMOMENTUNIT", [3, 1, -2]],
  ["HEATFLUXDENSITYUNIT", [0, 1, -3]],
  ["THERMALTRANSMITTANCEUNIT", [0, 1, -3, 0, -1]],
  ["THERMALADMITTANCEUNIT", [0, 1, -3, 0, -1]],
  ["THERMALRESISTANCEUNIT", [0, -1, 3, 0, 1]],
  ["THERMALCONDUCTANCEUNIT", [1, 1, -3, 0, -1]],
  ["SPECIFICHEATCAPACITYUNIT", [2, 0, -2, 0, -1]],
  ["HEATINGVALUEUNIT", [2, 0, -2]],
  ["THERMALEXPANSIONCOEFFICIENTUNIT", [0, 0, 0, 0, -1]],
  ["TEMPERATUREGRADIENTUNIT", [-1, 0, 0, 0, 1]],
  ["TEMPERATURERATEOFCHANGEUNIT", [0, 0, -1, 0, 1]],
  ["VAPORPERMEABILITYUNIT", [0, 0, 1]],
  ["ISOTHERMALMOISTURECAPACITYUNIT", [3, -1]],
  ["MOLECULARWEIGHTUNIT", [0, 1, 0, 0, 0, -1]]
]

const textOf = (signature: Signature): string => signature.join().replace(/(,0)*$/, "")

const byKind = new Map(kinds.map(([kind, signature]) => [kind, textOf(signature)]))
const bySignature = new Map(kinds.map(([kind, signature]) => [textOf(signature), kind] as const).toReversed())

/** Returns the exponents of a product of units as a text that is the same for the same exponents. */
export const signatureOf = (elements: ReadonlyArray<UnitElement>): string => {
  const sum = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const { exponent, unit } of elements) {
    const all: Dimensions = unit.dimensions
    for (const [i, one] of all.entries()) sum[i]! += one * exponent
    if (unit.kind === "PLANEANGLEUNIT") sum[7]! += exponent
  }
  return textOf(sum)
}

/** Returns the exponents of a kind of derived units, or undefined if it is none. */
export const signatureOfKind = (kind: string): string | undefined => byKind.get(kind)

/** Returns the kind of derived units of these exponents, or undefined if IFC has none. */
export const kindOfSignature = (signature: string): string | undefined => bySignature.get(signature)
