import { describe, expect, test } from "bun:test"
import { holds, list, million, references, set, single, space, times } from "../testing/HostileLines.ts"
import { guid, project, read as readLines } from "../testing/SmallFile.ts"

const read = (lines: string) => readLines(project() + lines)

const wall = `#3=IFCWALL('${guid(3)}',$,'W',$,$,$,$,$,$);\n`
const has = (what: string, id: number) =>
  `#4=IFCRELASSOCIATES${what}('${guid(4)}',$,$,$,(#3),#${id});\n#5=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(5)}',$,$,$,(#3),#${id});\n`

const most = 100_000
const megabyte = 1024 * 1024
/** Returns one of the longest texts that are allowed. */
const text = (i: number) => `${i}.`.padEnd(64 * 1024, "x")
const beyond = (kind: string) => `${kind} beyond the first 100,000, which were left out: 5`
const tooMuch = (kind: string, count: number) =>
  `${kind} that were left out, because a file adds at most 64 MB of texts to its project: ${count}`

const bytesOf = (values: ReadonlyArray<object>): number =>
  values
    .flatMap((value) => Object.values(value))
    .reduce((sum: number, value) => sum + (typeof value === "string" ? Buffer.byteLength(value) : 0), 0)

describe("an import adds at most 100,000 of each kind", () => {
  test("locations: products of further ones have no location", () => {
    const { content, report } = read(times(most + 5, space) + wall + has("X", million(1, most)))
    expect(content.locations).toHaveLength(most)
    expect(content.locations.at(-1)!.name).toBe(`S${most - 1}`)
    expect(content.products.location[0]).toBe(-1)
    expect(report.warnings).toEqual([beyond("Spatial elements")])
  })

  test("materials: products of further ones have none", () => {
    const material = (i: number) => `#${million(1, i)}=IFCMATERIAL('M${i}',$,$);\n`
    const { content, report } = read(times(most + 5, material) + wall + has("MATERIAL", million(1, most)))
    expect(content.materials).toHaveLength(most)
    expect(content.products.materialSet[0]).toBe(-1)
    expect(report.warnings).toEqual([beyond("Materials")])
  })

  test("codes: products of further ones have none", () => {
    const code = (i: number) => `#${million(1, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,$,$,$);\n`
    const { content, report } = read(times(most + 5, code) + wall + has("CLASSIFICATION", million(1, most)))
    expect(content.codes).toHaveLength(most)
    expect(content.codeSets).toEqual([])
    expect(report.warnings).toEqual([beyond("Classification references")])
  })

  test("classifications, with their codes", () => {
    const system = (i: number) => `#${million(1, i)}=IFCCLASSIFICATION($,$,$,'N${i}',$,$,$);\n`
    const code = (id: number, of: number) => `#${id}=IFCCLASSIFICATIONREFERENCE($,'C',$,#${million(1, of)},$,$);\n`
    const { content, report } = read(times(most + 5, system) + code(7, most - 1) + code(8, most))
    expect(content.codifications).toHaveLength(most)
    expect(content.codes.map(({ codification }) => codification)).toEqual([most - 1])
    expect(report.warnings).toEqual([beyond("Classifications")])
  })
})

describe("the shared data of an import has at most 64 MB", () => {
  test("materials, including repeated ones with more data", () => {
    const { content, report } = read(
      times(1030, (i) => `#${million(1, i)}=IFCMATERIAL('M${i}',$,$);\n`) +
        times(1030, (i) => `#${million(2, i)}=IFCMATERIAL('M${i}','${text(i)}',$);\n`)
    )
    expect(content.materials).toHaveLength(1030)
    expect(bytesOf(content.materials)).toBeWithin(63.9 * megabyte, 64 * megabyte)
    expect(report.warnings).toEqual([tooMuch("Materials", 7)])
  })

  test("a text shared by spatial elements; the elements, materials and codes are kept", () => {
    const { content, report } = read(
      times(2000, space) +
        single(9, "P", `IFCTEXT('${text(0)}')`) +
        set(8, "S", "(#9)") +
        holds(7, references(2000, million(1)), "#8") +
        "#10=IFCMATERIAL('M',$,$);\n#11=IFCCLASSIFICATIONREFERENCE($,'C',$,$,$,$);\n"
    )
    expect([content.locations.length, content.materials.length, content.codes.length]).toEqual([2000, 1, 1])
    const given = content.locations.filter(({ properties }) => properties.length > 0)
    expect(given.length).toBeWithin(1015, 1024)
    expect(report.warnings).toEqual([tooMuch("Properties of spatial elements", 2000 - given.length)])
  })
})

test("a spatial element has at most 1,000 properties", () => {
  const { content, report } = read(
    times(2, space) +
      times(1005, (i) => single(million(3, i), `P${i}`)) +
      set(8, "S", references(1000, million(3))) +
      set(
        9,
        "S",
        list(5, (i) => `#${million(3, 1000 + i)}`)
      ) +
      holds(7, "(#1000000,#1000001)", "#8") +
      holds(6, "(#1000001)", "#9")
  )
  expect(content.locations.map(({ properties }) => properties.length)).toEqual([1000, 1000])
  expect(report.warnings).toEqual([
    "Spatial elements with more than 1,000 properties, which were left out: 1 (#1000001)"
  ])
})

test("locations are nested at most 64 levels; deeper ones are placed beside", () => {
  const { content, report } = read(
    times(100, space) +
      times(
        99,
        (i) => `#${million(3, i)}=IFCRELAGGREGATES('${guid(1)}',$,$,$,#${million(1, i)},(#${million(1, i + 1)}));\n`
      )
  )
  const parents = content.locations.map(({ parent }) => parent)
  expect(parents).toEqual(Array.from({ length: 100 }, (_, i) => Math.min(i - 1, 62)))
  expect(report.warnings).toEqual([
    "Spatial elements below 64 levels of others, which were moved up: 36 (#1000064, #1000065, #1000066, #1000067, #1000068, …)"
  ])
})
