import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { bytesOf, guid, stepFile } from "../ifc/testing/SmallFile.ts"
import { checkIds } from "./check/Check.ts"
import { compileIds } from "./check/CompiledIds.ts"
import { readIds } from "./document/ReadIds.ts"
import type { Entities } from "./model/Entities.ts"
import { openIfc } from "./OpenIfc.ts"
import { attribute, checked, entity, property, value } from "./testing/Checking.ts"
import { idsFile, specification } from "./testing/IdsText.ts"

const compiled = (text: string) => Either.flatMap(readIds(bytesOf(text)), compileIds)
const pattern = (source: string): string => `<xs:pattern value="${source}"/>`
const walls = entity("IFCWALL")

/** Counts the calls by which facets read entities. */
const counting = (entities: Entities): { readonly counted: Entities; readonly calls: () => number } => {
  let calls = 0
  const counted = new Proxy(entities, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>): unknown => {
        calls++
        return Reflect.apply(member, target, args)
      }
    }
  })
  return { counted, calls: () => calls }
}

/** The number of calls for this many elements that share sets and lie in a chain of aggregates. */
const callsFor = (elements: number, ids: string): number => {
  const lines = Array.from({ length: elements }, (_, i) => `#${i + 1}=IFCWALL('${guid(i)}',$,'W',$,$,$,$,$,$);`)
  const all = lines.map((_, i) => `#${i + 1}`).join()
  const chain = lines
    .slice(1)
    .map((_, i) => `#${2_000_000 + i}=IFCRELAGGREGATES('${guid(900_000 + i)}',$,$,$,#${i + 1},(#${i + 2}));`)
  const names = Array.from(
    { length: 50 },
    (_, i) => `#${3_000_000 + i}=IFCPROPERTYSINGLEVALUE('P${i}',$,IFCREAL(1.),$);`
  )
  const data = [
    ...lines,
    ...chain,
    ...names,
    `#4000000=IFCPROPERTYSET('${guid(4_000_000)}',$,'S',$,(${names.map((_, i) => `#${3_000_000 + i}`).join()}));`,
    `#4000001=IFCRELDEFINESBYPROPERTIES('${guid(4_000_001)}',$,$,$,(${all}),#4000000);`,
    ""
  ].join("\n")
  const { counted, calls } = counting(Either.getOrThrow(openIfc(bytesOf(stepFile(data)))).entities)
  checkIds(Either.getOrThrow(compiled(ids)), counted)
  return calls()
}

const document = (specifications: number): string =>
  idsFile(
    ...Array.from({ length: specifications }, (_, i) =>
      specification(
        walls,
        attribute("Name", `${i}`) +
          property("S", pattern(`P.*${i}`), "1") +
          `<partOf relation="IFCRELAGGREGATES">${entity(`IFCSLAB${i}`)}</partOf>`
      )
    )
  )

test("the work is at most linear in elements and in specifications", () => {
  const [few, elements, specifications] = [
    callsFor(200, document(10)),
    callsFor(2000, document(10)),
    callsFor(200, document(100))
  ]
  expect(elements).toBeLessThan(few * 11)
  expect(specifications).toBeLessThan(few * 11)
})

test("a document of 10,000 specifications is checked", () => {
  const wall = `#1=IFCWALL('${guid(1)}',$,'W7',$,$,$,$,$,$);\n`
  const ids = idsFile(
    ...Array.from({ length: 10_000 }, (_, i) => specification(walls, attribute("Name", i === 7 ? "W7" : `W${i}`)))
  )
  const { specifications, status } = checked(ids, wall)
  expect(status).toBe("Failed")
  expect(specifications.filter((one) => one.status === "Passed").length).toBe(1)
})

test("the order of specifications and of requirements changes no result", () => {
  const data = `#1=IFCWALL('${guid(1)}',$,'A',$,$,$,$,$,$);\n#2=IFCWALL('${guid(2)}',$,'B',$,$,$,$,$,$);\n`
  const parts = [attribute("Name", "A"), attribute("Tag"), attribute("Name", pattern("[AB]")), attribute("GlobalId")]
  const resultOf = (order: ReadonlyArray<string>) =>
    checked(idsFile(...order.map((part) => specification(walls, part)), specification(walls, order.join(""))), data)
  const shown = (order: ReadonlyArray<string>) =>
    resultOf(order)
      .specifications.flatMap(({ failed, requirements }) =>
        requirements.map((one) => JSON.stringify([failed, requirements.length, one]))
      )
      .sort()
  expect(shown(parts.toReversed())).toEqual(shown(parts))
})

test.each([
  ["a pattern that repeats itself", attribute("Name", pattern("((((a{100}){100}){100}){100})")), "instructions"],
  ["a pattern with too many characters", attribute("Name", pattern("a".repeat(1001))), "1,000 characters"],
  [
    "patterns that are too large together",
    Array.from({ length: 60 }, (_, i) => attribute("Name", pattern(`(a${i}){900}b{900}`))).join(""),
    "200,000"
  ],
  ["a pattern with lazy repetitions", attribute("Name", pattern("a*?")), "lazy"]
])("%s is refused with its line", (_, requirements, reason) => {
  const fault = Either.getOrThrow(Either.flip(compiled(idsFile(specification(walls, requirements)))))
  expect(fault.reason).toContain(reason)
  expect(fault.line).toBeGreaterThan(4)
})

test("a text that takes exponential time in other engines is matched in linear time", () => {
  const data = `#1=IFCWALL('${guid(1)}',$,'${"a".repeat(50_000)}',$,$,$,$,$,$);\n`
  const ids = idsFile(specification(walls, attribute("Name", pattern("(a+)+b|(a|aa)+c"))))
  expect(checked(ids, data).status).toBe("Failed")
})

test("cycles of units, references and wholes end", () => {
  const data =
    `#1=IFCPROJECT('${guid(1)}',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n` +
    "#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',#4);\n#4=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(2.),#3);\n" +
    `#5=IFCWALL('${guid(5)}',$,$,$,$,$,$,$,$);\n#6=IFCCLASSIFICATIONREFERENCE($,'1',$,#7,$,$);\n` +
    `#7=IFCCLASSIFICATIONREFERENCE($,'2',$,#6,$,$);\n#8=IFCRELASSOCIATESCLASSIFICATION('${guid(8)}',$,$,$,(#5),#6);\n` +
    `#9=IFCRELAGGREGATES('${guid(9)}',$,$,$,#5,(#5));\n#10=IFCMATERIALCONSTITUENTSET($,$,(#11));\n` +
    `#11=IFCMATERIALCONSTITUENT($,$,#10,$,$);\n#12=IFCRELASSOCIATESMATERIAL('${guid(12)}',$,$,$,(#5),#10);\n`
  const any = value(pattern(".*"))
  const ids = idsFile(
    specification(
      walls,
      `<classification><value>${value("3")}</value><system>${any}</system></classification>` +
        `<partOf>${entity("IFCSLAB")}</partOf><material><value>${value("A")}</value></material>`
    )
  )
  const [result] = checked(ids, data).specifications
  expect(result!.requirements.map(({ failed }) => failed)).toEqual([1, 1, 1])
})
