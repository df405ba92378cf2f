import { describe, expect, test } from "bun:test"
import { guid, project, read } from "../testing/SmallFile.ts"

const wall = `#10=IFCWALL('${guid(10)}',$,'W',$,$,$,$,$,$);\n`
const type = `#11=IFCWALLTYPE('${guid(11)}',$,'T',$,$,$,$,$,$,.STANDARD.);\n#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n`
const associate = (id: number, reference: number, object = 10) =>
  `#${id}=IFCRELASSOCIATESCLASSIFICATION('${guid(id)}',$,$,$,(#${object}),#${reference});\n`
const uniclass = "#20=IFCCLASSIFICATION('NBS','2015','2024-01-31','Uniclass','All tables','https://u.example/',$);\n"

const classified = (data: string, schema = "IFC4") => {
  const { content, report } = read(project() + wall + data, schema)
  const { codeSet, ofType } = content.products
  const codesOf = (set: number | undefined) => (content.codeSets[set ?? -1] ?? []).map((code) => content.codes[code]!)
  return { content, report, codes: codesOf(codeSet[0]), ofType: codesOf(ofType.codeSet[0]) }
}

describe("classifications", () => {
  test("a system with all its attributes", () => {
    expect(classified(uniclass).content.codifications).toEqual([
      {
        name: "Uniclass",
        key: "Uniclass",
        description: "All tables",
        source: "NBS",
        edition: "2015",
        editionDate: "2024-01-31",
        uri: "https://u.example/"
      }
    ])
  })

  test.each([
    ["edition", "'NBS','2020','2024-01-31','Uniclass'"],
    ["source", "'Other','2015','2024-01-31','Uniclass'"],
    ["date", "'NBS','2015',$,'Uniclass'"]
  ])("of one name and another %s are two, and so are codes of one identification", (_, other) => {
    const { codes, content } = classified(
      `${uniclass}#21=IFCCLASSIFICATION(${other},$,$,$);\n#22=IFCCLASSIFICATION(${other},'Written twice',$,$);\n` +
        `#23=IFCCLASSIFICATIONREFERENCE($,'X10','Old meaning',#20,$,$);\n` +
        `#24=IFCCLASSIFICATIONREFERENCE($,'X10','New meaning',#22,$,$);\n${associate(30, 24)}`
    )
    expect(content.codifications.map(({ name }) => name)).toEqual(["Uniclass", "Uniclass"])
    expect(new Set(content.codifications.map(({ key }) => key)).size).toBe(2)
    expect(content.codifications[0]!.key).toBe("Uniclass")
    expect(codes.map(({ codification, name }) => [codification, name])).toEqual([[1, "New meaning"]])
  })

  test("a reference, its sources as parents", () => {
    const { content, codes } = classified(
      `${uniclass}#23=IFCCLASSIFICATIONREFERENCE('https://u.example/2','EF_25_10','Walls',#22,'All walls',$);\n` +
        `#22=IFCCLASSIFICATIONREFERENCE($,'EF_25','Wall and barrier elements',#20,$,$);\n${associate(30, 23)}`
    )
    expect(content.codes.map(({ identification, parent }) => [identification, parent])).toEqual([
      ["EF_25", -1],
      ["EF_25_10", 0]
    ])
    expect(codes).toEqual([
      {
        codification: 0,
        identification: "EF_25_10",
        name: "Walls",
        description: "All walls",
        uri: "https://u.example/2",
        parent: 0
      }
    ])
  })

  test("in IFC2X3 have ItemReference, and a date of the edition", () => {
    const { content, codes } = classified(
      "#20=IFCCLASSIFICATION('CSI','1',#21,'OmniClass');\n#21=IFCCALENDARDATE(7,1,2010);\n" +
        `#22=IFCCLASSIFICATIONREFERENCE('http://o','21-02',$,#20);\n${associate(30, 22)}`,
      "IFC2X3"
    )
    expect(content.codifications[0]!.editionDate).toBe("2010-01-07")
    expect(codes[0]).toMatchObject({ identification: "21-02", name: "21-02", uri: "http://o" })
  })

  test("a notation of IFC2X3 is a code without system", () => {
    const { content, codes } = classified(
      "#22=IFCCLASSIFICATIONNOTATION((#23,#24));\n#23=IFCCLASSIFICATIONNOTATIONFACET('L6');\n" +
        `#24=IFCCLASSIFICATIONNOTATIONFACET('814');\n${associate(30, 22)}`,
      "IFC2X3"
    )
    expect(codes[0]!.identification).toBe("L6814")
    expect(content.codifications[0]!.name).toBeNull()
  })

  test("references without system belong to one without a name", () => {
    const { content, codes } = classified(`#22=IFCCLASSIFICATIONREFERENCE($,'A1','x',$,$,$);\n${associate(30, 22)}`)
    expect(content.codifications).toHaveLength(1)
    expect(content.codifications[codes[0]!.codification]!.name).toBeNull()
  })

  test("equal identifications of one system are one code", () => {
    const { content, codes } = classified(
      `${uniclass}#21=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);\n#22=IFCCLASSIFICATIONREFERENCE($,'A',$,#20,$,$);\n` +
        `#23=IFCCLASSIFICATIONREFERENCE($,'A','Name',#21,'d',$);\n${associate(30, 22)}${associate(31, 23)}`
    )
    expect(content.codifications).toHaveLength(1)
    expect(content.codes).toHaveLength(1)
    expect(codes).toMatchObject([{ name: "Name", description: "d" }])
  })

  test("a later reference can name a parent", () => {
    const { content, codes } = classified(
      `${uniclass}#22=IFCCLASSIFICATIONREFERENCE($,'A.1',$,#20,$,$);\n#23=IFCCLASSIFICATIONREFERENCE($,'A',$,#20,$,$);\n` +
        `#24=IFCCLASSIFICATIONREFERENCE($,'A.1',$,#23,$,$);\n#25=IFCCLASSIFICATIONREFERENCE($,'A',$,#24,$,$);\n` +
        associate(30, 22)
    )
    expect(content.codes.map(({ identification, parent }) => [identification, parent])).toEqual([
      ["A", -1],
      ["A.1", 0]
    ])
    expect(codes).toMatchObject([{ identification: "A.1" }])
  })

  test("the name identifies a code without identification; a code without both is reported", () => {
    const { content, report } = classified(
      "#22=IFCCLASSIFICATIONREFERENCE($,$,'Doors',$,$,$);\n#23=IFCCLASSIFICATIONREFERENCE($,$,$,$,$,$);\n"
    )
    expect(content.codes.map(({ identification }) => identification)).toEqual(["Doors"])
    expect(report.warnings.join()).toContain("references without identification")
  })

  test("codes of the type are below those of the occurrence", () => {
    const references =
      "#22=IFCCLASSIFICATIONREFERENCE($,'A','a',$,$,$);\n#23=IFCCLASSIFICATIONREFERENCE($,'B','b',$,$,$);\n"
    const levels = (data: string) => {
      const { codes, ofType } = classified(references + type + data)
      return [codes, ofType].map((level) => level.map(({ name }) => name))
    }
    expect(levels(associate(30, 22, 11))).toEqual([[], ["a"]])
    expect(levels(associate(30, 22, 11) + associate(31, 23))).toEqual([["b"], ["a"]])
    expect(levels(associate(31, 23) + associate(30, 22))).toEqual([["b", "a"], []])
  })

  test("a system alone is no code", () => expect(classified(uniclass + associate(30, 20)).codes).toEqual([]))

  test("a cycle of sources ends and is reported", () => {
    const { content, report } = classified(
      "#22=IFCCLASSIFICATIONREFERENCE($,'A','a',#23,$,$);\n#23=IFCCLASSIFICATIONREFERENCE($,'B','b',#22,$,$);\n"
    )
    expect(content.codes.map(({ identification, parent }) => [identification, parent])).toEqual([
      ["B", -1],
      ["A", 0]
    ])
    expect(report.warnings.join()).toContain("references that refer to themselves")
  })
})
