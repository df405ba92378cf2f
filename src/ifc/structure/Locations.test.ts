import { describe, expect, test } from "bun:test"
import { guid, project, read } from "../testing/SmallFile.ts"

const element = (id: number, name = `E${id}`) => `#${id}=IFCWALL('${guid(id)}',$,'${name}',$,$,$,$,$,$);\n`
const spatial = (id: number, keyword: string, name: string, rest = "$,$,$,$,$") =>
  `#${id}=${keyword}('${guid(id)}',$,'${name}',$,${rest});\n`
const aggregates = (id: number, whole: number, ...parts: ReadonlyArray<number>) =>
  `#${id}=IFCRELAGGREGATES('${guid(id)}',$,$,$,#${whole},(${parts.map((part) => `#${part}`).join()}));\n`
const contains = (id: number, structure: number, ...elements: ReadonlyArray<number>) =>
  `#${id}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(id)}',$,$,$,(${elements.map((e) => `#${e}`).join()}),#${structure});\n`

const building =
  spatial(22, "IFCBUILDINGSTOREY", "Ground") +
  spatial(20, "IFCSITE", "Site") +
  spatial(21, "IFCBUILDING", "House", "$,$,$,'The long house',$,$,$,$") +
  spatial(23, "IFCSPACE", "Hall") +
  aggregates(30, 1, 20) +
  aggregates(31, 20, 21) +
  aggregates(32, 21, 22) +
  aggregates(33, 22, 23)

const placed = (data: string, schema = "IFC4") => {
  const { content, report } = read(project() + data, schema)
  const names = Array.from(content.products.location, (at) => content.locations[at]?.name ?? null)
  return { content, report, names }
}

describe("locations", () => {
  test("keep the order of the file, with type, parent and long name", () => {
    const { content } = placed(building)
    expect(content.locations.map(({ name, type, parent, longName }) => [name, type, parent, longName])).toEqual([
      ["Ground", "Floor", 2, null],
      ["Site", "Site", -1, null],
      ["House", "Building", 1, "The long house"],
      ["Hall", "Space", 0, null]
    ])
    expect(content.locations[1]!.guid).toBe(guid(20))
  })

  test.each([
    ["IFCBRIDGE", "Bridge"],
    ["IFCROAD", "Road"],
    ["IFCRAILWAY", "Railway"],
    ["IFCMARINEFACILITY", "MarineFacility"],
    ["IFCFACILITY", "Facility"],
    ["IFCBRIDGEPART", "BridgePart"],
    ["IFCROADPART", "RoadPart"],
    ["IFCRAILWAYPART", "RailwayPart"],
    ["IFCMARINEPART", "MarinePart"],
    ["IFCFACILITYPARTCOMMON", "FacilityPartCommon"],
    ["IFCFACILITYPART", "FacilityPartCommon"],
    ["IFCEXTERNALSPATIALELEMENT", "ExternalSpatialElement"]
  ])("%s is a %s", (keyword, type) => {
    expect(placed(spatial(20, keyword, "X"), "IFC4X3").content.locations[0]!.type).toBe(type)
  })

  test("exclude projects, zones and grids", () => {
    const data = spatial(20, "IFCSPATIALZONE", "Z") + spatial(21, "IFCZONE", "Z", "$,$") + spatial(22, "IFCGRID", "G")
    expect(placed(data).content.locations).toEqual([])
  })

  test("have properties, with values as texts, including those of the type", () => {
    const { content } = placed(
      spatial(23, "IFCSPACE", "Hall") +
        `#40=IFCPROPERTYSET('${guid(40)}',$,'S',$,(#41,#42));\n#41=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(1.5),$);\n` +
        "#42=IFCPROPERTYSINGLEVALUE('B',$,IFCBOOLEAN(.T.),$);\n" +
        `#43=IFCRELDEFINESBYPROPERTIES('${guid(43)}',$,$,$,(#23),#40);\n` +
        `#44=IFCSPACETYPE('${guid(44)}',$,'T',$,$,(#45),$,$,$,.SPACE.,$);\n` +
        `#45=IFCPROPERTYSET('${guid(45)}',$,'S',$,(#46,#47));\n#46=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(9.),$);\n` +
        `#47=IFCPROPERTYSINGLEVALUE('C',$,IFCLABEL('c'),$);\n#48=IFCRELDEFINESBYTYPE('${guid(48)}',$,$,$,(#23),#44);\n`
    )
    expect(content.locations[0]!.properties).toEqual([
      { set: "S", name: "A", value: "1.5" },
      { set: "S", name: "B", value: "true" },
      { set: "S", name: "C", value: "c" }
    ])
  })

  test("a cycle of spatial elements ends and is reported", () => {
    const { content, report } = placed(
      spatial(20, "IFCBUILDING", "A") +
        spatial(21, "IFCBUILDINGSTOREY", "B") +
        aggregates(30, 20, 21) +
        aggregates(31, 21, 20)
    )
    expect(content.locations.map(({ name, parent }) => [name, parent])).toEqual([
      ["A", -1],
      ["B", 0]
    ])
    expect(report.warnings.join()).toContain("parts of themselves")
  })
})

describe("locations of products", () => {
  test("are their container, or else that of their whole", () => {
    const { names } = placed(
      building +
        element(10) +
        element(11) +
        element(12) +
        element(13) +
        element(14) +
        contains(50, 23, 10) +
        aggregates(51, 10, 11) +
        `#52=IFCRELNESTS('${guid(52)}',$,$,$,#11,(#12));\n` +
        aggregates(53, 22, 13)
    )
    expect(names).toEqual(["Hall", "Hall", "Hall", "Ground", null])
  })

  test("are their own container, rather than that of their whole, if they have one", () => {
    const { names } = placed(
      building + element(10) + element(11) + contains(50, 22, 10) + aggregates(51, 10, 11) + contains(52, 23, 11)
    )
    expect(names).toEqual(["Ground", "Hall"])
  })

  test("of a door are those of the wall whose opening it fills", () => {
    const { names, content } = placed(
      building +
        element(10) +
        contains(50, 22, 10) +
        `#12=IFCOPENINGELEMENT('${guid(12)}',$,$,$,$,$,$,$,$);\n#13=IFCDOOR('${guid(13)}',$,'D',$,$,$,$,$,$,$,$,$,$);\n` +
        `#51=IFCRELVOIDSELEMENT('${guid(51)}',$,$,$,#10,#12);\n#52=IFCRELFILLSELEMENT('${guid(52)}',$,$,$,#12,#13);\n`
    )
    expect(names).toEqual(["Ground", "Ground"])
    expect([...content.products.whole]).toEqual([-1, -1])
  })

  test("a cycle of parts ends, is reported, and is cut", () => {
    const { names, report, content } = placed(
      element(10) + element(11) + element(12) + aggregates(50, 10, 11) + aggregates(51, 11, 12) + aggregates(52, 12, 10)
    )
    expect(names).toEqual([null, null, null])
    expect(report.warnings.join()).toContain("parts of themselves")
    expect([...content.products.whole].filter((whole) => whole === -1)).toHaveLength(1)
  })

  test("parts refer to their whole", () => {
    const { content } = placed(element(12) + element(10) + element(11) + aggregates(50, 10, 11, 12))
    expect([...content.products.whole]).toEqual([1, -1, 1])
  })

  test("a part may be nested 100,000 levels deep", () => {
    const count = 100_000
    const lines = Array.from({ length: count }, (_, i) => element(100 + i))
    const relations = Array.from({ length: count - 1 }, (_, i) => aggregates(200_000 + i, 100 + i, 101 + i))
    const { names } = placed(building + lines.join("") + relations.join("") + contains(50, 23, 100))
    expect(names.at(-1)).toBe("Hall")
  })
})

describe("content of a spatial zone", () => {
  test("is at the location of the zone", () => {
    const zones =
      spatial(24, "IFCSPATIALZONE", "Zone") +
      spatial(25, "IFCSPATIALZONE", "Inner") +
      spatial(26, "IFCSPACE", "Room") +
      aggregates(34, 22, 24) +
      aggregates(35, 24, 25) +
      aggregates(36, 25, 26)
    const { content, names } = placed(building + zones + element(40) + element(41) + contains(50, 25, 40) + contains(51, 26, 41)) // prettier-ignore
    expect(names).toEqual(["Ground", "Room"])
    const room = content.locations.find(({ name }) => name === "Room")!
    expect(content.locations[room.parent]!.name).toBe("Ground")
  })
})

describe("several containers", () => {
  const lost = spatial(27, "IFCBUILDINGSTOREY", "Lost")
  test("the first one in the project's tree counts", () => {
    const both = contains(50, 27, 40) + contains(51, 22, 40) + contains(52, 23, 40)
    expect(placed(building + lost + element(40) + both).names).toEqual(["Ground"])
  })
  test("the first one counts if none is in the tree", () => {
    const other = spatial(28, "IFCBUILDINGSTOREY", "Other")
    const both = contains(50, 27, 40) + contains(51, 28, 40)
    expect(placed(building + lost + other + element(40) + both).names).toEqual(["Lost"])
  })
})
