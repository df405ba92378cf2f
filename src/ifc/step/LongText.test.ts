import { describe, expect, test } from "bun:test"
import { cutName, cutText, longestName, longestText } from "./LongText.ts"
import { cellsOf, guid, project, read as readLines } from "../testing/SmallFile.ts"

const read = (lines: string) => readLines(project() + lines)

const held = (member: string, name = "S") =>
  `#3=IFCWALL('${guid(3)}',$,'W',$,$,$,$,$,$);\n#4=IFCPROPERTYSET('${guid(4)}',$,'${name}',$,(#6));\n` +
  `#5=IFCRELDEFINESBYPROPERTIES('${guid(5)}',$,$,$,(#3),#4);\n#6=${member};\n`

/** The value of the one property of the wall, and the warnings of the report. */
const valueOf = (written: string) => {
  const { content, report } = read(held(`IFCPROPERTYSINGLEVALUE('P',$,${written},$)`))
  return { value: cellsOf(content)["S.P"]!.value as string, warnings: report.warnings }
}

describe("texts", () => {
  test("of 64 KB are kept, longer ones are cut", () => {
    for (const [length, warnings] of [
      [longestText, []],
      [longestText + 1, [`Texts that were cut at 64 KB: 1 ('${"x".repeat(40)}…')`]]
    ] as const) {
      const found = valueOf(`IFCTEXT('${"x".repeat(length)}')`)
      expect(found.value.length).toBe(longestText)
      expect(found.warnings).toEqual([...warnings])
    }
  })

  test.each([
    ["ä", 2],
    ["€", 3],
    ["😀", 4]
  ] as const)("of %s end with a whole one, also behind an odd number of bytes", (character, bytes) => {
    for (const before of ["", "x", "xx", "xxx"]) {
      const count = Math.floor((longestText - before.length) / bytes)
      const kept = before + character.repeat(count)
      const long = before + character.repeat(longestText)
      expect([cutText(long) === kept, valueOf(`IFCTEXT('${long}')`).value === kept]).toEqual([true, true])
    }
  })

  test("are equally long in every encoding", () => {
    const form = "\\X4\\00000041\\X0\\"
    expect(valueOf(`IFCTEXT('${form.repeat(longestText + 10)}')`).value === "A".repeat(longestText)).toBe(true)
    expect(valueOf(`IFCTEXT('\\X2\\${"00E4".repeat(longestText)}\\X0\\')`).value === "ä".repeat(longestText / 2)).toBe(
      true
    )
  })

  const words = (count: number) => Array.from({ length: count }, () => `IFCLABEL('${"w".repeat(998)}')`).join()
  test.each([
    ["a list", `IFCPROPERTYLISTVALUE('P',$,(${words(100)}),$)`],
    ["words of an enumeration", `IFCPROPERTYENUMERATEDVALUE('P',$,(${words(100)}),$)`],
    ["a table", `IFCPROPERTYTABLEVALUE('P',$,(${words(50)}),(${words(50)}),$,$,$,$)`],
    ["a list as one value", `IFCPROPERTYSINGLEVALUE('P',$,IFCX((${words(100).replaceAll(/IFCLABEL\(|\)/g, "")})),$)`]
  ])("of %s are cut together", (_, property) => {
    const { content, report } = read(held(property))
    const value = cellsOf(content)["S.P"]!.value as string
    expect(value === `${"w".repeat(998)}; `.repeat(66).slice(0, longestText)).toBe(true)
    expect(report.warnings).toEqual([`Texts that were cut at 64 KB: 1 ('${"w".repeat(40)}…')`])
  })
})

describe("names", () => {
  const long = "n".repeat(longestName + 1)
  const kept = "n".repeat(longestName)
  const told = [expect.stringMatching(/^Names that were cut at 1,024 characters: \d \('n{40}…'(, 'n{40}…')*\)$/)]

  test("of 1,024 characters are kept; characters count, not code units", () => {
    expect(cutName("😀".repeat(1024))).toBe("😀".repeat(1024))
    expect(cutName("😀".repeat(1025))).toBe("😀".repeat(1024))
    expect(cutName(`x${"😀".repeat(1024)}`)).toBe(`x${"😀".repeat(1023)}`)
    const { report } = read(held(`IFCPROPERTYSINGLEVALUE('${kept}',$,IFCREAL(1.),$)`, kept))
    expect(report.warnings).toEqual([])
  })

  test("of sets and properties", () => {
    const { content, report } = read(held(`IFCPROPERTYSINGLEVALUE('${long}',$,IFCREAL(1.),$)`, long))
    expect(content.properties).toEqual([{ set: kept, name: kept, quantity: false, enumeration: null }])
    expect(report.warnings).toEqual(told)
  })

  test("of parts of complex properties, with their prefix", () => {
    const { content, report } = read(
      `${held(`IFCCOMPLEXPROPERTY('${"n".repeat(1000)}',$,'U',(#7))`)}#7=IFCPROPERTYSINGLEVALUE('${"p".repeat(100)}',$,$,$);\n`
    )
    expect(content.properties[0]!.name).toBe(`${"n".repeat(1000)}.${"p".repeat(23)}`)
    expect(report.warnings).toEqual(told)
  })

  test("of materials, in the library and on products", () => {
    const { content, report } = read(
      `#3=IFCWALL('${guid(3)}',$,'W',$,$,$,$,$,$);\n#4=IFCMATERIAL('${long}',$,$);\n` +
        `#5=IFCRELASSOCIATESMATERIAL('${guid(5)}',$,$,$,(#3),#4);\n`
    )
    expect(content.materials.map(({ name }) => name)).toEqual([kept])
    expect(content.materialSets[0]!.name).toBe(kept)
    expect(report.warnings).toEqual(told)
  })

  test("of locations", () => {
    const { content, report } = read(`#3=IFCSPACE('${guid(3)}',$,'${long}',$,$,$,$,$,$,$,$);\n`)
    expect(content.locations[0]!.name).toBe(kept)
    expect(report.warnings).toEqual(told)
  })

  test("of classifications and codes", () => {
    const { content, report } = read(
      `#3=IFCCLASSIFICATION($,$,$,'${long}',$,$,$);\n#4=IFCCLASSIFICATIONREFERENCE($,'${long}','${long}',#3,$,$);\n`
    )
    expect(content.codifications[0]!.name).toBe(kept)
    expect(content.codes[0]).toMatchObject({ identification: kept, name: kept })
    expect(report.warnings).toEqual(told)
  })
})
