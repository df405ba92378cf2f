import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../../domain/edits/Edit.ts"
import { parse } from "../../../domain/edits/Modification.ts"
import { patchModel } from "../../../ifc/patch/PatchModel.ts"
import { bytesOf, guid, project, read, stepFile } from "../../../ifc/testing/SmallFile.ts"
import * as View from "../../query/View.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import { judge } from "./Judgement.ts"

const data =
  project() +
  [3, 4].map((id) => `#${id}=IFCWALL('${guid(id)}',$,'W',$,$,$,$,$,$);\n`).join("") +
  "#10=IFCPROPERTYLISTVALUE('Reals',$,(IFCREAL(1.),IFCLENGTHMEASURE(2.5)),$);\n" +
  "#11=IFCPROPERTYLISTVALUE('Integers',$,(IFCINTEGER(1),IFCINTEGER(2)),$);\n" +
  "#12=IFCPROPERTYLISTVALUE('Booleans',$,(IFCBOOLEAN(.T.),IFCBOOLEAN(.F.)),$);\n" +
  "#13=IFCPROPERTYLISTVALUE('Logicals',$,(IFCLOGICAL(.T.),IFCLOGICAL(.U.)),$);\n" +
  "#14=IFCPROPERTYLISTVALUE('Texts',$,(IFCLABEL('1'),IFCLABEL('2')),$);\n" +
  "#15=IFCPROPERTYLISTVALUE('One',$,(IFCREAL(1.)),$);\n" +
  "#16=IFCPROPERTYSINGLEVALUE('Mixed',$,IFCLABEL('a'),$);\n" +
  "#17=IFCPROPERTYLISTVALUE('Mixed',$,(IFCREAL(1.),IFCREAL(2.)),$);\n" +
  "#18=IFCPROPERTYENUMERATEDVALUE('Sizes',$,(IFCREAL(1.)),#19);\n" +
  "#19=IFCPROPERTYENUMERATION('Sizes',(IFCREAL(1.),IFCREAL(2.5)),$);\n" +
  "#20=IFCPROPERTYBOUNDEDVALUE('Bounds',$,IFCREAL(2.),IFCREAL(1.),$,$);\n" +
  "#21=IFCPROPERTYTABLEVALUE('Table',$,(IFCREAL(1.)),(IFCREAL(2.)),$,$,$,$);\n" +
  `#30=IFCPROPERTYSET('${guid(30)}',$,'S',$,(#10,#11,#12,#13,#14,#15,#16,#18,#20,#21));\n` +
  `#31=IFCRELDEFINESBYPROPERTIES('${guid(31)}',$,$,$,(#3),#30);\n` +
  `#32=IFCPROPERTYSET('${guid(32)}',$,'S',$,(#17));\n#33=IFCRELDEFINESBYPROPERTIES('${guid(33)}',$,$,$,(#4),#32);\n`

const table = open(encode(read(data).content, { modelGuid: guid(0) }))

const judged = (name: string, value: unknown, product = 3): ReadonlyArray<Edit> | string => {
  const has = () => true
  const subject = {
    table,
    view: View.empty("1"),
    project: { hasLocation: has, hasMaterial: has, hasCode: has, entityTypes: () => undefined },
    classNamed: () => undefined
  }
  const modifications = Either.getOrThrow(parse({ update: { [`S.${name}`]: { [guid(product)]: value } } }))
  return Either.match(judge(subject, modifications), {
    onLeft: (errors) => ("_tag" in errors ? errors._tag : errors.map(({ error }) => error).join()),
    onRight: (edits) => edits
  })
}

/** The line of a property after an edit. */
const written = (name: string, value: unknown, product = 3): string => {
  const edits = judged(name, value, product)
  if (typeof edits === "string") return edits
  const library = { materials: new Map(), codes: new Map(), locations: new Map(), definitions: new Map() }
  const source = { version: "1", publishedAt: 0 }
  const { pieces } = Either.getOrThrow(patchModel(bytesOf(stepFile(data)), edits, library, source))
  const lines = Buffer.concat([...pieces]).toString()
  return new RegExp(`'${name}',\\$,(\\(.*?\\)\\)|[^,]*),`, "g").exec(lines)![1]!
}

describe("items keep the type of the list in the file", () => {
  test.each([
    ["Reals", "3; 4.5", "(IFCREAL(3.),IFCREAL(4.5))"],
    ["Reals", "-1e3", "(IFCREAL(-1000.))"],
    ["Reals", 7, "(IFCREAL(7.))"],
    ["Integers", "3; 4.0", "(IFCINTEGER(3),IFCINTEGER(4))"],
    ["Booleans", "FALSE; true", "(IFCBOOLEAN(.F.),IFCBOOLEAN(.T.))"],
    ["Logicals", "false", "(IFCLOGICAL(.F.))"],
    ["Texts", "1; x", "(IFCLABEL('1'),IFCLABEL('x'))"],
    ["One", "2", "(IFCREAL(2.))"],
    ["Mixed", "b; c", "IFCLABEL('b; c')"],
    ["Sizes", "2.5", "(IFCREAL(2.5))"]
  ])("%s: %p", (name, value, line) => expect(written(name, value)).toBe(line))

  test.each([
    ["Reals", "1; x"],
    ["Reals", "1;2"],
    ["Reals", "1; "],
    ["Reals", "1,5; 2"],
    ["Reals", true],
    ["Integers", "1; 2.5"],
    ["Integers", "1; 9007199254740993"],
    ["Integers", "1; true"],
    ["Booleans", "true; 1"],
    ["Logicals", "unknown"],
    ["One", "x"],
    ["Sizes", "3"]
  ])("%s: %p is an InvalidValue", (name, value) => expect(judged(name, value)).toBe("InvalidValue"))

  test.each(["Bounds", "Table"])("%s cannot be edited at all", (name) =>
    expect(judged(name, "1; 2")).toBe("FieldReadOnly")
  )
})
