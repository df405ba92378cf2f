import { describe, expect, test } from "bun:test"
import { project, read } from "../testing/SmallFile.ts"
import { rounded } from "./Rounded.ts"
import { siUnitOf } from "./SiUnits.ts"

/** Returns the SI unit of the last unit of a file. */
const ofFile = (line: string, more = "") => siUnitOf(read(`${project("#5")}#5=${line};\n${more}`).content.units.at(-1)!)

/** Returns the SI unit of a unit that an edit names. */
const ofEdit = (name: string) => siUnitOf({ name, kind: "", toSi: 1, offset: 0 })

const conversion = (kind: string, name: string, factor: string, base: string, more = ""): [string, string] => [
  `IFCCONVERSIONBASEDUNIT${more === "" ? "" : "WITHOFFSET"}(#6,.${kind}.,'${name}',#7${more})`,
  `#6=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n#7=IFCMEASUREWITHUNIT(IFCREAL(${factor}),#8);\n#8=IFCSIUNIT(*,.${kind}.,${base});\n`
]

const derived = (
  kind: string,
  elements: ReadonlyArray<readonly [unit: string, exponent: number]>
): [string, string] => [
  `IFCDERIVEDUNIT((${elements.map((_, i) => `#${10 + i}`).join()}),.${kind}.,$)`,
  elements
    .map(([unit, exponent], i) => `#${10 + i}=IFCDERIVEDUNITELEMENT(#${20 + i},${exponent});\n#${20 + i}=${unit};\n`)
    .join("")
]

const si = (kind: string, prefix: string, name: string) => `IFCSIUNIT(*,.${kind}.,${prefix},.${name}.)`
const temperature = "THERMODYNAMICTEMPERATUREUNIT"
const kelvin = si(temperature, "$", "KELVIN")

describe("a number in SI", () => {
  test.each([
    [si("LENGTHUNIT", ".MILLI.", "METRE"), "", 2400, 2.4, "Metre"],
    [si("AREAUNIT", ".MILLI.", "SQUARE_METRE"), "", 1_230_000, 1.23, "SquareMetre"],
    [si("VOLUMEUNIT", ".CENTI.", "CUBIC_METRE"), "", 700_000, 0.7, "CubicMetre"],
    [si("MASSUNIT", "$", "GRAM"), "", 70, 0.07, "Kilogram"],
    [si("MASSUNIT", ".MEGA.", "GRAM"), "", 1.1, 1100, "Kilogram"],
    [si("MASSUNIT", ".KILO.", "GRAM"), "", 12.5, 12.5, "Kilogram"],
    [si("PRESSUREUNIT", ".KILO.", "PASCAL"), "", 1.1, 1100, "Pascal"],
    [si("LENGTHUNIT", "$", "METRE"), "", 0.1 + 0.2, 0.3, "Metre"],
    [si(temperature, "$", "DEGREE_CELSIUS"), "", 20.1, 293.25, "Kelvin"],
    [si(temperature, "$", "DEGREE_CELSIUS"), "", -273.15, 0, "Kelvin"],
    [...conversion("PLANEANGLEUNIT", "DEGREE", "0.0174532925199433", "$,.RADIAN."), 90, 1.5707963267949, "Radian"],
    [...conversion("LENGTHUNIT", "FOOT", "304.8", ".MILLI.,.METRE."), 3, 0.9144, "Metre"],
    [...conversion("AREAUNIT", "SQUARE FOOT", "0.09290304", "$,.SQUARE_METRE."), 3, 0.27870912, "SquareMetre"],
    [...conversion("VOLUMEUNIT", "CUBIC YARD", "0.764554857984", "$,.CUBIC_METRE."), 10, 7.64554857984, "CubicMetre"],
    [...conversion("MASSUNIT", "pound", "0.45359237", ".KILO.,.GRAM."), 10, 4.5359237, "Kilogram"],
    [...conversion("MASSUNIT", "Schiffspfund", "150.", ".KILO.,.GRAM."), 2, 300, "Kilogram"],
    [...conversion(temperature, "FAHRENHEIT", "0.5555555", "$,.KELVIN.", ",255.372"), 32, 273.15, "Kelvin"],
    [...conversion(temperature, "degree Fahrenheit", "0.5555555", "$,.KELVIN."), -459.67, 0, "Kelvin"],
    [...conversion(temperature, "FAHRENHEIT", "0.5555555", "$,.DEGREE_CELSIUS."), 212, 373.15, "Kelvin"],
    [...conversion(temperature, "RANKINE", "0.5", "$,.KELVIN.", ",2."), 4, 4, "Kelvin"],
    [
      ...derived("THERMALTRANSMITTANCEUNIT", [
        [si("POWERUNIT", "$", "WATT"), 1],
        [si("LENGTHUNIT", ".CENTI.", "METRE"), -2],
        [kelvin, -1]
      ]),
      0.000024,
      0.24,
      "WattPerSquareMetrePerKelvin"
    ],
    [
      ...derived("THERMALTRANSMITTANCEUNIT", [
        [si("MASSUNIT", ".KILO.", "GRAM"), 1],
        [kelvin, -1],
        [si("TIMEUNIT", "$", "SECOND"), -3]
      ]),
      0.24,
      0.24,
      "WattPerSquareMetrePerKelvin"
    ],
    [
      ...derived("MODULUSOFELASTICITYUNIT", [
        [si("FORCEUNIT", ".KILO.", "NEWTON"), 1],
        [si("LENGTHUNIT", ".MILLI.", "METRE"), -2]
      ]),
      0.021,
      21_000_000,
      "NewtonPerSquareMetre"
    ],
    [
      ...derived("USERDEFINED", [
        [si("MASSUNIT", "$", "GRAM"), 1],
        [si("ENERGYUNIT", ".MEGA.", "JOULE"), -1]
      ]),
      3,
      3e-9,
      "KilogramPerJoule"
    ]
  ] as const)("of %s %s", (line, more, value, expected, name) => {
    const unit = ofFile(line, more)!
    expect(unit.name).toBe(name)
    expect(unit.convert(value)).toBe(expected)
  })

  test("elements with other exponents than the kind name the unit", () => {
    const unit = ofFile(
      ...derived("THERMALRESISTANCEUNIT", [
        [kelvin, 1],
        [si("POWERUNIT", ".KILO.", "WATT"), -1]
      ])
    )!
    expect([unit.name, unit.convert(2000)]).toEqual(["KelvinPerWatt", 2])
  })

  test("a unit of the kind of another one keeps its name", () => {
    expect(ofFile(si("LUMINOUSINTENSITYUNIT", "$", "LUMEN"))!.name).toBe("Lumen")
    const minute = ofFile(...conversion("PLANEANGLEUNIT", "MINUTE", "0.00029088820866572", "$,.RADIAN."))!
    expect(minute.name).toBe("Radian")
  })

  test("several numerators of a kind unknown to IFC name the unit", () => {
    const unit = ofFile(
      ...derived("USERDEFINED", [
        [si("LUMINOUSFLUXUNIT", "$", "LUMEN"), 1],
        [si("TIMEUNIT", ".MILLI.", "SECOND"), 3],
        [si("MASSUNIT", ".KILO.", "GRAM"), -1]
      ])
    )!
    expect([unit.name, unit.convert(2e9)]).toEqual(["LumenCubicSecondPerKilogram", 2])
  })

  test.each([
    ["mm", 2400, 2.4, "Metre"],
    ["Foot", 10, 3.048, "Metre"],
    ["SquareInch", 1, 0.00064516, "SquareMetre"],
    ["Fahrenheit", 212, 373.15, "Kelvin"],
    ["°C", 0, 273.15, "Kelvin"],
    ["Hour", 2, 7200, "Second"],
    ["W/(m²K)", 0.24, 0.24, "WattPerSquareMetrePerKelvin"],
    ["KilogramPerCubicCentimetre", 0.0012, 1200, "KilogramPerCubicMetre"]
  ])("of an edit in %s", (name, value, expected, si) => {
    const unit = ofEdit(name)!
    expect([unit.name, unit.convert(value)]).toEqual([si, expected])
  })

  test.each([
    ["IFCMONETARYUNIT('EUR')", ""],
    ["IFCCONTEXTDEPENDENTUNIT(#6,.MASSUNIT.,'small box')", ""],
    ["IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',$)", ""]
  ])("%s has no factor", (line, more) => expect(ofFile(line, more)).toBeNull())

  test.each(["EUR", "%", "Furlong", "Stück", ""])("neither does the unit %p of an edit have a unit in SI", (name) =>
    expect(ofEdit(name)).toBeNull()
  )

  test("a measure whose unit the file does not assign is not converted", () =>
    expect(siUnitOf({ name: "", kind: "LENGTHUNIT", toSi: 1, offset: 0 })).toBeNull())
})

test("numbers are rounded to 15 significant digits", () => {
  for (let i = 0; i < 20_000; i++) {
    const value = ((i * 7919) % 10_007) * 10 ** ((i % 30) - 20) * (i % 2 === 0 ? 1.1 : -0.3048)
    expect(Object.is(rounded(value), Number(value.toPrecision(15)) + 0)).toBe(true)
  }
  expect([rounded(0), rounded(-0), rounded(5e-324)].map((value) => Object.is(value, -0))).toEqual([false, false, false])
})
