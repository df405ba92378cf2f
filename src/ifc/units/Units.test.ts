import { describe, expect, test } from "bun:test"
import { million, references, times } from "../testing/HostileLines.ts"
import { project, read } from "../testing/SmallFile.ts"
import { camelCase, derivedName, kindOfMeasure, siName } from "./UnitNames.ts"

const unit = (line: string, more = "", schema = "IFC4") =>
  read(`${project("#5")}#5=${line};\n${more}`, schema).content.units.at(-1)!

const degree =
  "IFCCONVERSIONBASEDUNIT(#6,.PLANEANGLEUNIT.,'DEGREE',#7);\n#6=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n" +
  "#7=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.017453292519943295),#8);\n#8=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)"

describe("names", () => {
  test.each([
    [null, "METRE", "Metre"],
    ["MILLI", "METRE", "Millimetre"],
    ["KILO", "GRAM", "Kilogram"],
    [null, "SQUARE_METRE", "SquareMetre"],
    ["MILLI", "SQUARE_METRE", "SquareMillimetre"],
    ["CENTI", "CUBIC_METRE", "CubicCentimetre"],
    [null, "DEGREE_CELSIUS", "DegreeCelsius"]
  ])("SI %s %s", (prefix, name, expected) => expect(siName(prefix, name)).toBe(expected))

  test.each([
    ["SQUARE FOOT", "SquareFoot"],
    ["foot", "Foot"],
    ["US_SURVEY_FOOT", "UsSurveyFoot"],
    ["cubic yard", "CubicYard"],
    ["kgCO2e", "KgCO2e"]
  ])("%s", (name, expected) => expect(camelCase(name)).toBe(expected))

  test("derived: numerators, then Per before each denominator", () => {
    const elements = [
      { name: "Metre", exponent: -2 },
      { name: "Watt", exponent: 1 },
      { name: "Kelvin", exponent: -1 }
    ]
    expect(derivedName(elements)).toBe("WattPerSquareMetrePerKelvin")
    expect(derivedName([{ name: "Second", exponent: -1 }])).toBe("PerSecond")
    expect(derivedName([{ name: "Metre", exponent: 4 }])).toBe("MetreToThePowerOf4")
  })

  test.each([
    ["IFCLENGTHMEASURE", "LENGTHUNIT"],
    ["IFCPOSITIVELENGTHMEASURE", "LENGTHUNIT"],
    ["IFCNONNEGATIVELENGTHMEASURE", "LENGTHUNIT"],
    ["IFCPOSITIVEPLANEANGLEMEASURE", "PLANEANGLEUNIT"],
    ["IFCTHERMALTRANSMITTANCEMEASURE", "THERMALTRANSMITTANCEUNIT"],
    ["IFCTHERMALCONDUCTIVITYMEASURE", "THERMALCONDUCTANCEUNIT"],
    ["IFCSECTIONALAREAINTEGRALMEASURE", "SECTIONAREAINTEGRALUNIT"],
    ["IFCMONETARYMEASURE", "MONETARY"],
    ["IFCLABEL", null]
  ])("%s", (measure, kind) => expect(kindOfMeasure(measure)).toBe(kind))
})

describe("units of a file", () => {
  test.each([
    ["IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)", { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 }],
    ["IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.)", { toSi: 1e-6 }],
    ["IFCSIUNIT(*,.VOLUMEUNIT.,.CENTI.,.CUBIC_METRE.)", { toSi: 1e-6 }],
    ["IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.)", { name: "Gram", toSi: 0.001 }],
    ["IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)", { name: "Kilogram", toSi: 1 }],
    ["IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.)", { toSi: 1, offset: 273.15 }],
    ["IFCMONETARYUNIT('EUR')", { name: "EUR", kind: "MONETARY" }],
    ["IFCCONTEXTDEPENDENTUNIT(#6,.MASSUNIT.,'small box')", { name: "SmallBox", kind: "MASSUNIT", toSi: 1 }]
  ])("%s", (line, expected) => expect(unit(line)).toMatchObject(expected))

  test("a currency of IFC2X3 is a word", () => expect(unit("IFCMONETARYUNIT(.USD.)", "", "IFC2X3").name).toBe("USD"))

  test("conversion-based", () => {
    expect(unit(degree)).toEqual({ name: "Degree", kind: "PLANEANGLEUNIT", toSi: 0.017453292519943295, offset: 0 })
  })

  test("a conversion-based unit may be based on another one", () => {
    const { content } = read(
      project("#5") +
        "#5=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',#6);\n#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(12.),#7);\n" +
        "#7=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'INCH',#8);\n#8=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(25.4),#9);\n" +
        "#9=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n"
    )
    expect(content.units[content.lengthUnit]).toMatchObject({ name: "Foot" })
    expect(content.units[content.lengthUnit]!.toSi).toBeCloseTo(0.3048, 12)
  })

  test("conversion-based with an offset", () => {
    const fahrenheit = unit(
      "IFCCONVERSIONBASEDUNITWITHOFFSET($,.THERMODYNAMICTEMPERATUREUNIT.,'FAHRENHEIT',#6,255.372222);\n" +
        "#6=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.5555555555),#7);\n" +
        "#7=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.)"
    )
    expect(32 * fahrenheit.toSi + fahrenheit.offset).toBeCloseTo(273.15, 3)
  })

  test("derived", () => {
    const derived = unit(
      "IFCDERIVEDUNIT((#6,#7,#8),.THERMALTRANSMITTANCEUNIT.,$);\n#6=IFCDERIVEDUNITELEMENT(#9,1);\n" +
        "#7=IFCDERIVEDUNITELEMENT(#10,-2);\n#8=IFCDERIVEDUNITELEMENT(#11,-1);\n#9=IFCSIUNIT(*,.POWERUNIT.,$,.WATT.);\n" +
        "#10=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);\n#11=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.)"
    )
    expect(derived).toMatchObject({
      name: "WattPerSquareCentimetrePerKelvin",
      kind: "THERMALTRANSMITTANCEUNIT"
    })
    expect(derived.toSi).toBeCloseTo(10_000, 6)
  })

  test("derived with its own name", () => {
    const elements = "#6=IFCDERIVEDUNITELEMENT(#7,1);\n#7=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);\n"
    const named = unit("IFCDERIVEDUNIT((#6),.USERDEFINED.,'user','Drying rate')", elements, "IFC4X3")
    expect(named).toMatchObject({ name: "DryingRate", toSi: 1 })
  })

  test("defined through itself is reported and has no unit", () => {
    const { report } = read(
      `${project("#5")}#5=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',#6);\n#6=IFCMEASUREWITHUNIT(IFCREAL(2.),#5);\n`
    )
    expect(report.warnings.join()).toContain("Units that refer to themselves")
  })

  const metre = "#5=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"

  test("nested more than 64 times is reported, and the deeper ones have no unit", () => {
    const { report } = read(
      project("#1000000") +
        metre +
        times(
          70,
          (i) =>
            `#${million(1, i)}=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'U${i}',#${million(2, i)});\n` +
            `#${million(2, i)}=IFCMEASUREWITHUNIT(IFCREAL(2.),#${i === 69 ? 5 : million(1, i + 1)});\n`
        )
    )
    expect(report.warnings).toEqual(["Units nested below 64 levels of other units, which were left out: 1 (#1000064)"])
  })

  test("derived of 100 elements; one of 101 is reported and has no unit", () => {
    const derived = (elements: number) =>
      read(
        project("#6") +
          metre +
          `#6=IFCDERIVEDUNIT(${references(elements, million(1))},.USERDEFINED.,'U');\n` +
          times(elements, (i) => `#${million(1, i)}=IFCDERIVEDUNITELEMENT(#5,1);\n`)
      )
    expect(derived(100).content.units.map(({ kind }) => kind)).toEqual(["LENGTHUNIT", "U"])
    const { content, report } = derived(101)
    expect(content.units).toEqual([])
    expect(report.warnings).toEqual(["Derived units of more than 100 elements, which were left out: 1 (#6)"])
  })

  test("more than 32,767 different units are reported", () => {
    const { content, report } = read(
      project(references(32_770, million(1)).slice(1, -1)) +
        times(32_770, (i) => `#${million(1, i)}=IFCCONTEXTDEPENDENTUNIT($,.MASSUNIT.,'U${i}');\n`)
    )
    expect(content.units).toHaveLength(32_767)
    expect(report.warnings).toEqual([
      "Different units beyond the first 32,767, which were left out: 3 (U32767, U32768, U32769)"
    ])
  })

  test("more than 100,000 instances are reported", () => {
    const { content, report } = read(
      project(references(100_002, million(1)).slice(1, -1)) +
        times(100_002, (i) => `#${million(1, i)}=IFCMONETARYUNIT('${i < 100_000 ? "EUR" : "USD"}');\n`)
    )
    expect(content.units.map(({ name }) => name)).toEqual(["EUR"])
    expect(report.warnings).toEqual(["Units beyond the first 100,000, which were left out: 2 (#1100000, #1100001)"])
  })

  test("without assignment there is no length unit", () => {
    const { content } = read(project())
    expect([content.lengthUnit, content.units.length]).toEqual([-1, 0])
  })
})
