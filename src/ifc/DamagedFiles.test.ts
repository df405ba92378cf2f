import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { looksLikeIfc } from "./step/StepHeader.ts"
import { openModel, readModel } from "./ReadModel.ts"
import { bytesOf, cellsOf, guid, project, stepFile } from "./testing/SmallFile.ts"

const wall = (id: number, name = `W${id}`) => `#${id}=IFCWALL('${guid(id)}',$,'${name}',$,$,$,$,$,$);\n`
const good = project() + wall(10) + wall(11)
const property = (value: string) =>
  `#20=IFCPROPERTYSINGLEVALUE('P',$,${value},$);\n#21=IFCPROPERTYSET('${guid(21)}',$,'S',$,(#20));\n` +
  `#22=IFCRELDEFINESBYPROPERTIES('${guid(22)}',$,$,$,(#10),#21);\n`
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!)
const repeat = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("")

/** The beginning of a good file up to a word. */
const head = (word: string) => stepFile(good).slice(0, stepFile(good).indexOf(word))
/** A file whose project comes last. */
const late = stepFile(wall(10) + project())

/** Files that are none: name, bytes, what the reason says, and the line where that is known. */
const refused: ReadonlyArray<readonly [string, string | Uint8Array, RegExp, number?]> = [
  ["an empty file", "", /empty/],
  ["white space alone", " \n\n", /does not begin/],
  ["a text that is no STEP", "hello\nworld", /does not begin/, 1],
  ["a ZIP archive", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /does not begin/],
  ["a PNG", Uint8Array.of(0x89, 0x50, 0x4e, 0x47), /does not begin/],
  ["UTF-16", Uint8Array.from(Buffer.from("\ufeffISO-10303-21;", "utf16le")), /does not begin/],
  ["ifcXML", "<?xml version='1.0'?><ifcXML/>", /does not begin/],
  ["the first line alone", "ISO-10303-21;", /ends within its header/, 1],
  ["a header without FILE_SCHEMA", stepFile(good).replace(/FILE_SCHEMA.*\n/, ""), /FILE_SCHEMA/],
  ["an empty FILE_SCHEMA", stepFile(good).replace("('IFC4')", "()"), /FILE_SCHEMA/],
  ["another schema", stepFile(good, "AUTOMOTIVE_DESIGN"), /AUTOMOTIVE_DESIGN/, 5],
  ["a schema of the future", stepFile(good, "IFC5"), /IFC5/, 5],
  ["no DATA section", stepFile(good).replace(/DATA;[^]*ENDSEC;/, ""), /^The file has no DATA section/],
  ["cut within its header", head("FILE_SCHEMA"), /ends within its header/, 4],
  ["cut within a text of its header", head("2;1"), /ends within its header/, 3],
  ["cut after FILE_SCHEMA", head("ENDSEC"), /ends within its header/, 5],
  ["cut after its header", head("DATA;"), /ends after its header/, 6],
  ["instances without a DATA section around them", stepFile(good).replace("DATA;\n", ""), /no DATA section/],
  ["an empty DATA section", stepFile(""), /no IfcProject/],
  ["no project", stepFile(wall(10)), /no IfcProject/],
  ["no project, and no END-ISO line", stepFile(wall(10)).replace(/END-ISO.*\n/, ""), /^The file holds no IfcProject/],
  ["no project, and no ENDSEC", stepFile(wall(10)).replace(/ENDSEC;\nEND-ISO/, "END-ISO"), /^The file holds no Ifc/],
  [
    "cut in a text before the project",
    late.slice(0, late.indexOf("W10")),
    /middle, within a text of instance #10, /,
    8
  ],
  ["cut in an instance before the project", late.slice(0, late.indexOf(",$,'W10")), /middle, within instance #10, /, 8],
  [
    "cut in a keyword before the project",
    late.slice(0, late.indexOf("WALL")),
    /middle, within instance #10, before any/,
    8
  ],
  [
    "cut in a number before the project",
    late.slice(0, late.indexOf("1=IFCPR")),
    /middle, within an instance, before/,
    9
  ],
  ["cut in a comment before the project", `${late.slice(0, late.indexOf("#1="))}/* x`, /middle, within a comment, /, 9],
  ["cut between instances before the project", late.slice(0, late.indexOf("#1=")), /middle of its DATA section, /, 9],
  ["a header whose comment has no end", "ISO-10303-21; /* HEADER;", /ends within its header/],
  ["random bytes", Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) & 255), /does not begin/]
]

interface Outcome {
  /** Names of the products that are read. */
  readonly products?: ReadonlyArray<string>
  readonly skipped?: RegExp
  /** Line of the first skipped part. */
  readonly line?: number
  readonly warning?: RegExp
  /** The value of S.P of the first product. */
  readonly value?: string | number | null
}

const both = ["W10", "W11"]

/** Files that are read: name, bytes, what comes of them. */
const accepted: ReadonlyArray<readonly [string, string | Uint8Array, Outcome]> = [
  ["a good file", stepFile(good), { products: both }],
  ["everything on one line", stepFile(good).replaceAll("\n", ""), { products: both }],
  ["each token on a line of its own", stepFile(good).replace(/([(),;=])/g, "$1\r\n"), { products: both }],
  ["CR alone", stepFile(good).replaceAll("\n", "\r"), { products: both }],
  ["a byte order mark", `\ufeff${stepFile(good)}`, { products: both }],
  ["white space and comments before the first line", `\n /* by hand */ \n${stepFile(good)}`, { products: both }],
  [
    "comments everywhere",
    stepFile(good).replaceAll("=", " /* #9=IFCWALL(); */ = ").replaceAll(",$", " ,/* ',' */ $ "),
    { products: both }
  ],
  ["keywords in lower case", stepFile(good).toLowerCase().replaceAll("ifc4", "IFC4"), { products: ["w10", "w11"] }],
  ["NULs between instances", stepFile(good).replaceAll(";\n", ";\0\0\n\0"), { products: both }],
  ["several schemas named", stepFile(good).replace("('IFC4')", "('X','IFC4')"), { products: both }],
  [
    "an unknown header entity",
    stepFile(good).replace("ENDSEC;", "FILE_POPULATION('a;b',(''),$);\nENDSEC;"),
    { products: both }
  ],
  [
    "two DATA sections",
    stepFile(`${project() + wall(10)}ENDSEC;\nDATA('second',('IFC4'));\n${wall(11)}`),
    { products: both }
  ],
  [
    "ANCHOR, REFERENCE and SIGNATURE sections",
    stepFile(good).replace("DATA;", "ANCHOR;\n<a>=#10;\nENDSEC;\nDATA;") + "SIGNATURE;\nMIIB=\nENDSEC;\n",
    { products: both }
  ],
  ["numbers of instances beyond 2^32", stepFile(good.replace(/#(\d+)/g, "#99999999$1")), { products: both }],
  ["numbers far apart", stepFile(good.replaceAll("#11=", "#900719925474099=")), { products: both }],
  [
    "a number of 20 digits",
    stepFile(good.replaceAll("#11=", "#12345678901234567890=")),
    { products: ["W10"], skipped: /more than 15 digits/, line: 11 }
  ],
  ["leading zeros in numbers", stepFile(good.replace(/#(\d+)/g, "#000$1")), { products: both }],
  [
    "the same number twice: the last counts",
    stepFile(project() + wall(10, "first") + wall(11) + wall(10, "last")),
    { products: ["W11", "last"], skipped: /is repeated later/, line: 10, warning: /is repeated later/ }
  ],
  [
    "text between instances",
    stepFile(project() + wall(10) + "hello world;\n" + wall(11)),
    { products: both, skipped: /Text between/, line: 11 }
  ],
  [
    "bytes between instances",
    stepFile(project() + wall(10) + "\u0001\u0002]]>%%\n" + wall(11)),
    { products: both, skipped: /Text between/, line: 11 }
  ],
  ["a missing semicolon", stepFile(project() + wall(10).replace(";", "") + wall(11)), { products: both }],
  [
    "an instance cut within its attributes",
    stepFile(`${project()}#10=IFCWALL('${guid(10)}',$,'W10',$\n${wall(11)}`),
    { products: ["W11"], skipped: /attributes of #10 \(IfcWall\) cannot be read/, line: 10 }
  ],
  [
    "a text without its end",
    stepFile(`${project()}#10=IFCWALL('${guid(10)}',$,'W10,$);\n${wall(11)}`),
    { products: ["W11"], skipped: /text of instance #10 has no end/, line: 10 }
  ],
  [
    "a text without its end on one line",
    stepFile(`${project()}#10=IFCWALL('${guid(10)}',$,'W10,$);${wall(11)}`).replaceAll("\n", ""),
    { products: ["W11"], skipped: /text of instance #10 has no end/ }
  ],
  [
    "a parenthesis too few",
    stepFile(project() + wall(10).replace(")", "") + wall(11)),
    { products: ["W11"], skipped: /cannot be read/ }
  ],
  [
    "a parenthesis too many in a list",
    stepFile(project() + wall(10).replace("$,$", "(($,$") + wall(11)),
    { products: ["W11"], skipped: /cannot be read/ }
  ],
  [
    "too few attributes",
    stepFile(`${project()}#10=IFCWALL('${guid(10)}',$);\n${wall(11)}`),
    { products: ["W11"], skipped: /has 2 attributes, not 9/, line: 10 }
  ],
  [
    "no attributes",
    stepFile(`${project()}#10=IFCWALL();\n${wall(11)}`),
    { products: ["W11"], skipped: /has 0 attributes/ }
  ],
  ["more attributes than the schema has", stepFile(good.replace("$);\n#11", "$,$,$,'x');\n#11")), { products: both }],
  [
    "attributes of the wrong kind",
    stepFile(`${project()}#10=IFCWALL(5,.T.,(1,2),#1,$,$,$,'t',1.5);\n${wall(11)}`),
    { products: ["", "W11"], warning: /GlobalIds/ }
  ],
  [
    "an instance without a keyword",
    stepFile(`${project()}#10=('x');\n#12;\n#13=IFCWALL;\n${wall(11)}`),
    { products: ["W11"], skipped: /not of the form/, line: 10 }
  ],
  [
    "an external mapping",
    stepFile(`${project()}#10=(IFCROOT('x')IFCWALL());\n${wall(11)}`),
    { products: ["W11"], skipped: /not of the form/ }
  ],
  [
    "a class that the schema has not",
    stepFile(`${project()}#10=IFCFOO('x');\n${wall(11)}`),
    { products: ["W11"], skipped: /IFCFOO is no class/, line: 10 }
  ],
  [
    "50,000 classes that the schema has not",
    stepFile(good + repeat(50_000, (i) => `#${100 + i}=IFCX${i}();\n`)),
    { products: both, skipped: /no class/ }
  ],
  [
    "cut in the middle of an instance",
    stepFile(good).split("#11=")[0] + "#11=IFCWALL('",
    {
      products: ["W10"],
      skipped: /^The file ends within a text of instance #11$/,
      warning: /^The file ends in the middle, within a text of instance #11, and was read up to its end$/
    }
  ],
  [
    "cut in a comment of an instance",
    stepFile(good).split("#11=")[0] + "#11=IFCWALL(/* '",
    {
      products: ["W10"],
      skipped: /within a comment of instance #11/,
      warning: /middle, within a comment of instance #11,/
    }
  ],
  [
    "cut between the attributes of an instance",
    stepFile(good).split("#11=")[0] + "#11=IFCWALL('x', ''",
    { products: ["W10"], skipped: /ends within instance #11/, warning: /in the middle, within instance #11,/ }
  ],
  [
    "cut between instances",
    stepFile(good).split("#11=")[0]!,
    { products: ["W10"], warning: /middle of its DATA section/ }
  ],
  [
    "no ENDSEC",
    stepFile(good).replace(/ENDSEC;\nEND-ISO/, "END-ISO"),
    { products: both, warning: /^The DATA section is/ }
  ],
  [
    "no END-ISO line",
    stepFile(good).replace(/END-ISO.*\n/, ""),
    { products: both, warning: /not end with END-ISO-10303/ }
  ],
  [
    "half of the END-ISO line",
    stepFile(good).replace(/-10303-21;\n$/, ""),
    { products: both, warning: /not end with END/ }
  ],
  ["text behind the end", `${stepFile(good)}#12=IFCWALL('x');\nrubbish`, { products: both }],
  [
    "a comment without its end",
    stepFile(`${project() + wall(10)}/* ${wall(11)}`),
    { products: ["W10"], skipped: /comment has no end/, line: 11, warning: /middle, within a comment,/ }
  ],
  [
    "100,000 openings of comments",
    stepFile(`${good}/* ${"x /* ".repeat(100_000)}`),
    { products: both, skipped: /comment/ }
  ],
  ["100,000 quotes", stepFile(good + "';\n".repeat(100_000)), { products: both, skipped: /Text between/ }],
  [
    "100,000 texts without an end",
    stepFile(good + repeat(100_000, (i) => `#${100 + i}=IFCWALL('x);\n`)),
    { products: both, skipped: /has no end/ }
  ],
  [
    "100,000 lines of rubbish",
    stepFile(good + "rubbish\n".repeat(100_000)),
    { products: both, skipped: /Text between/ }
  ],
  [
    "100,000 binaries without an end",
    stepFile(good + repeat(100_000, (i) => `#${100 + i}=IFCWALL("0F,"A,$);\n`)),
    { products: both, skipped: /has 3 attributes/ }
  ],
  [
    "100,000 parentheses in each other",
    stepFile(good + property(`IFCLABEL(${"(".repeat(100_000)}'x'${")".repeat(100_000)})`)),
    { products: both, value: null }
  ],
  [
    "a text of 20 million letters",
    stepFile(good + property(`IFCLABEL('${"x".repeat(20_000_000)}')`)),
    { products: both, warning: /were cut/ }
  ],
  [
    "a text of 3 million escapes",
    stepFile(good + property(`IFCLABEL('${"\\X\\41".repeat(3_000_000)}')`)),
    { products: both, warning: /were cut/ }
  ],
  [
    "a number of 100,000 digits",
    stepFile(good + property(`IFCREAL(${"9".repeat(100_000)})`)),
    { products: both, value: null, warning: /cannot be read/ }
  ],
  [
    "a relation to 200,000 objects that the file lacks",
    stepFile(good + property("$").replace("(#10)", `(#10${",#9".repeat(200_000)})`)),
    { products: both, warning: /200000/ }
  ],
  [
    "a set in itself",
    stepFile(good + property("IFCREAL(1.)").replace("(#20)", "(#20,#21)")),
    { products: both, value: 1, warning: /are not properties/ }
  ],
  ["raw windows-1252", latin(stepFile(good.replace("W11", "W\u00e4nde"))), { products: ["W10", "Wände"] }],
  ["raw UTF-8", stepFile(good.replace("W11", "Wände 壁")), { products: ["W10", "Wände 壁"] }],
  ["\\S\\' in a name", stepFile(good.replace("W11", "a\\S\\'b")), { products: ["W10", "a§b"] }],
  [
    "a doubled backslash, S, backslash at the end of a name",
    stepFile(good.replace("W11", "D:\\\\S\\")),
    { products: ["W10", "D:\\S\\"] }
  ],
  [
    "the number of a product comes again with a shape, which counts for no reader of products",
    stepFile(good + "#10=IFCCARTESIANPOINT((0.,0.,0.));\n"),
    { products: both }
  ],
  [
    "the number of a shape comes again with a product",
    stepFile(project() + "#10=IFCCARTESIANPOINT((0.,0.,0.));\n" + wall(10) + wall(11)),
    { products: both }
  ],
  [
    "an apostrophe and what looks like an instance in a name",
    stepFile(good.replace("W11", "it''s #12=IFCWALL();")),
    { products: ["W10", "it's #12=IFCWALL();"] }
  ],
  [
    "a project that cannot be read",
    stepFile(`#1=IFCPROJECT((;\n${wall(10)}`),
    { products: ["W10"], skipped: /#1 \(IfcProject\)/ }
  ],
  [
    "three projects",
    stepFile(good + `#50=IFCPROJECT('${guid(50)}',$,'P',$,$,$,$,$,$);\n`.repeat(2)),
    { products: both, skipped: /is repeated later/ }
  ],
  [
    "an element that is its own part",
    stepFile(`${good}#20=IFCRELAGGREGATES('${guid(20)}',$,$,$,#10,(#10));\n`),
    { products: both }
  ],
  [
    "a relation that names nothing",
    stepFile(`${good}#20=IFCRELAGGREGATES('${guid(20)}',$,$,$,$,$);\n`),
    { products: both, warning: /IfcRelAggregates/ }
  ]
]

const sent = (file: string | Uint8Array) => (typeof file === "string" ? bytesOf(file) : file)
const open = (file: string | Uint8Array) => readModel(sent(file))

describe("refused files", () => {
  for (const [name, file, reason, line] of refused) {
    test(name, () => {
      const failure = Either.getOrThrow(Either.flip(open(file)))
      expect(failure._tag).toBe("InvalidModelFile")
      expect(failure.reason).toMatch(reason)
      if (line !== undefined) expect(failure.line).toBe(line)
    })
  }
})

describe("unusual and damaged files that are accepted", () => {
  test("there are at least 40 kinds, besides the refused ones", () =>
    expect(accepted.length).toBeGreaterThanOrEqual(40))

  test.each([...accepted])("%s", (_, file, { products, skipped, line, warning, value }) => {
    const { content, report } = Either.getOrThrow(open(file))
    const names = Array.from(content.products.nameText, (text) => (text < 0 ? "" : content.texts[text]!))
    // The reader of shapes and edits finds the same products.
    expect(Either.getOrThrow(openModel(sent(file), {}, true)).products.guid).toEqual(content.products.guid)
    if (products !== undefined) expect(names).toEqual([...products])
    if (skipped === undefined) expect(report.skipped.first).toEqual([])
    else expect(report.skipped.first.map(({ reason }) => reason).join("\n")).toMatch(skipped)
    expect(report.skipped.first.length).toBeLessThanOrEqual(1000)
    if (line !== undefined) expect(report.skipped.first[0]!.line).toBe(line)
    if (warning !== undefined) expect(report.warnings.join("\n")).toMatch(warning)
    if (value !== undefined) expect(cellsOf(content)["S.P"]!.value).toBe(value)
  })
})

describe("looksLikeIfc", () => {
  test.each([
    ["ISO-10303-21;", true],
    ["\ufeffISO-10303-21;", true],
    ["\r\n /* x */ iso-10303-21;", true],
    ["/* a comment that goes on", true],
    ["", false],
    ["ISO-10303-28", false],
    ["PK\u0003\u0004", false]
  ])("%p: %p", (text, looks) => expect(looksLikeIfc(bytesOf(text))).toBe(looks))
})

test("a file cut anywhere is read or refused, with a report of limited size", () => {
  const file = bytesOf(stepFile(good + property("IFCLABEL('a''b\\X2\\00E4\\X0\\')")))
  for (let end = 0; end <= file.length; end++) {
    const outcome = readModel(file.subarray(0, end))
    if (Either.isRight(outcome)) expect(outcome.right.report.skipped.count).toBeLessThanOrEqual(1)
  }
})

test("a file with any byte changed is read or refused", () => {
  const file = bytesOf(stepFile(good + property("IFCLABEL('x')")))
  for (const byte of [0, 10, 34, 35, 39, 40, 41, 44, 47, 59, 61, 92, 255]) {
    for (let at = 0; at < file.length; at++) {
      const changed = file.slice()
      changed[at] = byte
      const outcome = readModel(changed)
      if (Either.isRight(outcome)) expect(outcome.right.content.products.count).toBeLessThanOrEqual(2)
      else expect(outcome.left.reason).not.toBe("")
    }
  }
})
