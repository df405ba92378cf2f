import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { newFaults } from "../testing/integrity/Faults.ts"
import { integrityOf } from "../testing/integrity/Integrity.ts"
import { bytesOf, guid, project, stepFile } from "../testing/SmallFile.ts"
import { patchModel } from "./PatchModel.ts"

const library = { materials: new Map(), codes: new Map(), locations: new Map(), definitions: new Map() }

/** Two walls (#3, #4), or the given lines instead, and their storey (#5). */
const walls = (schema: string, kind = "IFCWALL"): string => {
  const more = schema === "IFC2X3" || kind !== "IFCWALL" ? "" : ",$"
  return (
    project("#6") +
    "#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n" +
    `#3=${kind}('${guid(3)}',$,'A',$,$,$,$,$${more});\n#4=${kind}('${guid(4)}',$,'B',$,$,$,$,$${more});\n` +
    `#5=IFCBUILDINGSTOREY('${guid(5)}',$,'Floor',$,$,$,$,$,.ELEMENT.,0.);\n` +
    `#7=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(7)}',$,$,$,(#3,#4),#5);\n` +
    `#8=IFCRELAGGREGATES('${guid(8)}',$,$,$,#1,(#5));\n`
  )
}

/** A line of an object or relation, which begins with its GlobalId. */
const line = (id: number, keyword: string, rest: string): string => `#${id}=${keyword}('${guid(id)}',$,$,$,${rest});\n`

/**
 * Deletes the first wall, expects that no additional rule of the schema is broken, and returns the lines from #10 on.
 */
const withoutFirst = (data: string, schema: string, edits: ReadonlyArray<Edit> = []): ReadonlyArray<string> => {
  const bytes = bytesOf(stepFile(data, schema))
  const { pieces, report } = Either.getOrThrow(
    patchModel(bytes, [{ kind: "Deleted", guid: guid(3) }, ...edits], library, { version: "1", publishedAt: 0 })
  )
  expect(report.notApplied).toEqual([])
  const made = Buffer.concat([...pieces])
  expect(newFaults(integrityOf(bytes), integrityOf(made))).toEqual([])
  const lines = made.toString().split("\n")
  expect(lines.filter((one) => one.startsWith("#3="))).toEqual([])
  return lines.filter((one) => /^#\d\d+=/.test(one)).map((one) => one.replaceAll(/'0\d{21}',\$,\$,\$,/g, ""))
}

describe("space boundaries", () => {
  const space = line(10, "IFCSPACE", "$,$,$,$,.ELEMENT.,$,$")
  const boundary = (id: number, element: number, ...more: ReadonlyArray<string>): string =>
    line(
      id,
      `IFCRELSPACEBOUNDARY${more.length === 0 ? "" : `${more.length}${more.length === 1 ? "ST" : "ND"}LEVEL`}`,
      [`#10,#${element},$,.PHYSICAL.,.INTERNAL.`, ...more].join(",")
    )

  test("an optional reference of a boundary to a deleted one becomes $", () => {
    const data = walls("IFC4") + space + boundary(11, 3, "$") + boundary(12, 4, "#11") + boundary(13, 4, "#12")
    expect(withoutFirst(data, "IFC4").slice(1)).toEqual([
      "#12=IFCRELSPACEBOUNDARY1STLEVEL(#10,#4,$,.PHYSICAL.,.INTERNAL.,$);",
      "#13=IFCRELSPACEBOUNDARY1STLEVEL(#10,#4,$,.PHYSICAL.,.INTERNAL.,#12);"
    ])
  })

  test("corresponding boundaries, and those with two references to a deleted one, too", () => {
    const data =
      walls("IFC4X3") +
      space +
      boundary(11, 3, "$", "#12") +
      boundary(12, 4, "#11", "#11") +
      boundary(13, 4, "#12", "#11")
    expect(withoutFirst(data, "IFC4X3").slice(1)).toEqual([
      "#12=IFCRELSPACEBOUNDARY2NDLEVEL(#10,#4,$,.PHYSICAL.,.INTERNAL.,$,$);",
      "#13=IFCRELSPACEBOUNDARY2NDLEVEL(#10,#4,$,.PHYSICAL.,.INTERNAL.,#12,$);"
    ])
  })

  test("in IFC2X3 a boundary without an element is removed, although the element is optional", () => {
    const data = walls("IFC2X3") + space + boundary(11, 3) + boundary(12, 4)
    expect(withoutFirst(data, "IFC2X3").slice(1)).toEqual(["#12=IFCRELSPACEBOUNDARY(#10,#4,$,.PHYSICAL.,.INTERNAL.);"])
  })
})

describe("ports", () => {
  const ports = (schema: string) =>
    walls(schema, "IFCFLOWSEGMENT") +
    [10, 11]
      .map((id) => line(id, "IFCDISTRIBUTIONPORT", `$,$,$,.SOURCE.${schema === "IFC2X3" ? "" : ",$,$"}`))
      .join("") +
    line(12, "IFCRELCONNECTSPORTTOELEMENT", "#10,#3") +
    line(13, "IFCRELCONNECTSPORTTOELEMENT", "#11,#4") +
    line(14, "IFCRELCONNECTSPORTS", "#10,#11,$")

  test.each(["IFC2X3", "IFC4", "IFC4X3"])(
    "%s: they are deleted with their element, together with their connections",
    (schema) => {
      const left = withoutFirst(ports(schema), schema)
      expect(left.map((one) => one.split("(")[0]!)).toEqual([
        "#11=IFCDISTRIBUTIONPORT",
        "#13=IFCRELCONNECTSPORTTOELEMENT"
      ])
    }
  )

  test("a connection realised by a deleted element remains without it", () => {
    const data =
      walls("IFC4") +
      [10, 11].map((id) => line(id, "IFCDISTRIBUTIONPORT", "$,$,$,.SOURCE.,$,$")).join("") +
      line(12, "IFCRELCONNECTSPORTS", "#10,#11,#3")
    expect(withoutFirst(data, "IFC4").slice(2)).toEqual(["#12=IFCRELCONNECTSPORTS(#10,#11,$);"])
  })
})

describe("groups without members", () => {
  const groups = (schema: string) =>
    walls(schema) +
    line(10, "IFCGROUP", "$") +
    line(11, "IFCGROUP", "$") +
    line(12, "IFCSYSTEM", "$") +
    line(20, "IFCRELASSIGNSTOGROUP", "(#3),$,#10") +
    line(21, "IFCRELASSIGNSTOGROUP", "(#3,#4),$,#11") +
    line(22, "IFCRELASSIGNSTOGROUP", "(#10),$,#12") +
    line(23, "IFCRELSERVICESBUILDINGS", "#12,(#5)") +
    "#30=IFCPROPERTYSINGLEVALUE('P',$,$,$);\n" +
    line(31, "IFCPROPERTYSET", "(#30)") +
    line(32, "IFCRELDEFINESBYPROPERTIES", "(#10,#12),#31")

  test("IFC2X3: they are removed with the groups above them, their properties and relations", () => {
    expect(withoutFirst(groups("IFC2X3"), "IFC2X3")).toEqual([
      "#11=IFCGROUP($);",
      "#21=IFCRELASSIGNSTOGROUP((#4),$,#11);"
    ])
  })

  test.each(["IFC4", "IFC4X3"])("%s: they stay", (schema) => {
    expect(withoutFirst(groups(schema), schema)).toContain("#10=IFCGROUP($);")
    expect(withoutFirst(groups(schema), schema)).toContain("#22=IFCRELASSIGNSTOGROUP((#10),$,#12);")
  })

  test("IFC2X3: an optional list of an analysis model is removed when it becomes empty", () => {
    const data =
      walls("IFC2X3") +
      line(10, "IFCSTRUCTURALLOADGROUP", "$,.LOAD_GROUP.,.PERMANENT_G.,.DEAD_LOAD_G.,$,$") +
      line(11, "IFCSTRUCTURALANALYSISMODEL", "$,.LOADING_3D.,$,(#10),$") +
      line(20, "IFCRELASSIGNSTOGROUP", "(#3),$,#10") +
      line(21, "IFCRELASSIGNSTOGROUP", "(#4),$,#11")
    expect(withoutFirst(data, "IFC2X3")).toEqual([
      "#11=IFCSTRUCTURALANALYSISMODEL($,.LOADING_3D.,$,$,$);",
      "#21=IFCRELASSIGNSTOGROUP((#4),$,#11);"
    ])
  })
})

test("references to a relation that other edits empty are removed", () => {
  const data =
    walls("IFC2X3") +
    line(10, "IFCRELASSOCIATESMATERIAL", "(#4),#11") +
    "#11=IFCMATERIAL('Oak');\n" +
    "#12=IFCDOCUMENTREFERENCE($,'1','Certificate');\n" +
    line(13, "IFCRELASSOCIATESDOCUMENT", "(#4,#10),#12")
  const left = withoutFirst(data, "IFC2X3", [{ kind: "Material", guid: guid(4), now: null }])
  expect(left).toEqual([
    "#11=IFCMATERIAL('Oak');",
    "#12=IFCDOCUMENTREFERENCE($,'1','Certificate');",
    "#13=IFCRELASSOCIATESDOCUMENT((#4),#12);"
  ])
})

test("an instance whose number is followed by line ends and tabs is deleted from its number sign on", () => {
  const data = walls("IFC4").replace("#3=", "#3\n\t\n\t\n=")
  const { pieces } = Either.getOrThrow(
    patchModel(bytesOf(stepFile(data)), [{ kind: "Deleted", guid: guid(3) }], library, { version: "1", publishedAt: 0 })
  )
  const text = Buffer.concat([...pieces]).toString()
  expect(text).toContain("#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#4=IFCWALL(")
})

test("a structural activity in IFC2X3 is deleted with its element", () => {
  const activity = (id: number) => line(id, "IFCSTRUCTURALPOINTACTION", "$,$,$,#12,.GLOBAL_COORDS.,.F.,$")
  const data =
    walls("IFC2X3") +
    activity(10) +
    activity(11) +
    "#12=IFCSTRUCTURALLOADSINGLEFORCE($,1.,$,$,$,$,$);\n" +
    line(13, "IFCRELCONNECTSSTRUCTURALACTIVITY", "#3,#10") +
    line(14, "IFCRELCONNECTSSTRUCTURALACTIVITY", "#4,#11")
  expect(withoutFirst(data, "IFC2X3").map((one) => one.split("=")[0]!)).toEqual(["#11", "#12", "#14"])
})
