import { describe, expect, test } from "bun:test"
import { guid, project, read } from "../testing/SmallFile.ts"

const valve = (id: number) => `#${id}=IFCVALVE('${guid(id)}',$,'V${id}',$,$,$,$,$,$);\n`
const group = (id: number, name: string) => `#${id}=IFCGROUP('${guid(id)}',$,${name},$,$);\n`
const assign = (id: number, to: number, ...objects: ReadonlyArray<number>) =>
  `#${id}=IFCRELASSIGNSTOGROUP('${guid(id)}',$,$,$,(${objects.map((one) => `#${one}`).join()}),$,#${to});\n`

const grouped = (lines: string) => {
  const { content, report } = read(project() + lines)
  const names = (set: number) => (content.groupSets[set] ?? []).map((at) => content.groups[at]!.name)
  return { content, report, names: Array.from(content.products.groupSet, names) }
}

describe("groups", () => {
  test("have a name and a class, as do systems and zones", () => {
    const { content } = grouped(
      `${valve(10)}#20=IFCDISTRIBUTIONSYSTEM('${guid(20)}',$,'Cold water',$,$,$,$);\n${assign(30, 20, 10)}`
    )
    expect(content.groups).toEqual([{ guid: guid(20), name: "Cold water", class: "IfcDistributionSystem" }])
  })

  test("are direct or nested, each listed once, and cycles end", () => {
    const groups = group(20, "'A'") + group(21, "'B'") + group(22, "'C'") + group(23, "$")
    const relations = assign(30, 20, 10) + assign(31, 23, 10, 10) + assign(32, 21, 20) + assign(33, 22, 21) + assign(34, 20, 22) // prettier-ignore
    expect(grouped(valve(10) + valve(11) + groups + relations).names).toEqual([["A", "", "B", "C"], []])
  })

  test("are at most 1,000, and the report names the product with more", () => {
    const ids = Array.from({ length: 1001 }, (_, i) => 100 + i)
    const lines = ids.map((id) => group(id, "'G'") + assign(2000 + id, id, 10)).join("")
    const { content, report } = grouped(valve(10) + lines)
    expect(content.groupSets.map(({ length }) => length)).toEqual([1000])
    expect(report.warnings).toEqual([
      "Objects with more than 1,000 materials, codes or groups, which were left out: 1 (#10)"
    ])
  })

  test("a relation without an existing group is reported", () => {
    const { names, report } = grouped(valve(10) + assign(30, 99, 10))
    expect([names, report.warnings]).toEqual([
      [[]],
      ["IfcRelAssignsToGroup that refers to no group of the file: 1 (#30)"]
    ])
  })
})
