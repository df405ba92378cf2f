import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { idsFile, specification } from "../testing/IdsText.ts"
import { readIds } from "./ReadIds.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const faultOf = (text: string) => {
  const { line, reason } = Either.getOrThrow(Either.flip(readIds(bytes(text))))
  return [line, reason] as const
}
const wall = `<entity><name><simpleValue>IFCWALL</simpleValue></name></entity>`
const requiring = (requirements: string): string => idsFile(specification(wall, requirements))

test("a document is read with its information, necessities and facets", () => {
  const text = idsFile(
    specification(wall, `<attribute cardinality="optional"><name><simpleValue>Name</simpleValue></name></attribute>`),
    specification(wall, "", `minOccurs="0" maxOccurs="0"`),
    specification(wall, "", `minOccurs="0" maxOccurs="unbounded"`)
  )
  const document = Either.getOrThrow(readIds(bytes(text)))
  expect(document).toMatchObject({ title: "Title", author: null })
  expect(document.specifications.map(({ necessity }) => necessity)).toEqual(["required", "prohibited", "optional"])
  expect(document.specifications[0]!.requirements).toEqual([
    {
      cardinality: "optional",
      instructions: null,
      facet: { facet: "attribute", name: { simple: "Name" }, value: null }
    }
  ])
})

test("each version of IFC is listed once, however often the document names it", () => {
  const text = idsFile(specification(wall, "")).replace(
    /ifcVersion="[^"]*"/,
    `ifcVersion="IFC4 IFC2X3${" IFC4".repeat(100_000)}"`
  )
  expect(Either.getOrThrow(readIds(bytes(text))).specifications[0]!.ifcVersions).toEqual(["IFC4", "IFC2X3"])
})

test("namespaces may have any prefix, and text keeps its blanks", () => {
  const text = requiring(
    `<material><value><simpleValue> a &amp; <![CDATA[< b]]> </simpleValue></value></material>`
  ).replaceAll(/<(\/?)(?!xs:)(?=[a-zA-Z])/g, "<$1i:")
  const document = Either.getOrThrow(readIds(bytes(text.replace("xmlns=", "xmlns:i="))))
  expect(document.specifications[0]!.requirements[0]!.facet).toEqual({
    facet: "material",
    value: { simple: " a & < b " }
  })
})

test("a restriction is read with all its facets", () => {
  const text = requiring(`<material><value><xs:restriction base="xs:double"><xs:annotation/>
    <xs:enumeration value="1"/><xs:enumeration value="2"/><xs:pattern value="a"/><xs:minInclusive value="0"/>
    <xs:maxExclusive value="9"/><xs:minLength value="2"/><xs:totalDigits value="3"/></xs:restriction></value></material>`)
  const { specifications } = Either.getOrThrow(readIds(bytes(text)))
  expect(specifications[0]!.requirements[0]!.facet).toMatchObject({
    value: {
      base: "double",
      enumerations: ["1", "2"],
      patterns: ["a"],
      bounds: [
        { kind: "minInclusive", value: "0" },
        { kind: "maxExclusive", value: "9" }
      ],
      lengths: [{ kind: "minLength", value: 2 }],
      ignored: ["totalDigits"]
    }
  })
})

test.each([
  ["", 1, "no XML"],
  ["<a/>", 1, "not <ids>"],
  ["<?xml version='1.0' encoding='latin1'?><a/>", 1, "latin1"],
  ['<!DOCTYPE ids [<!ENTITY a "b">]><ids/>', 1, "DOCTYPE"],
  ["<a>\n<b>\n</a>", 3, "no XML"],
  [`<a>${"<b>".repeat(100)}`, 1, "deeper than 64 levels"],
  [idsFile(), 4, "has no <specification>"],
  [requiring(`<thing/>`), 6, "<thing>"],
  [requiring(`<attribute/>`), 6, "has no <name>"],
  [requiring(`<attribute><value/></attribute>`), 6, "<name> is expected"],
  [requiring(`<attribute cardinality="often"/>`), 6, "has no <name>"],
  [
    requiring(`<attribute cardinality="often"><name><simpleValue>A</simpleValue></name></attribute>`),
    6,
    "required or prohibited or optional"
  ],
  [requiring(`<classification><value><simpleValue>A</simpleValue></value></classification>`), 6, "has no <system>"],
  [
    requiring(`<partOf relation="IFCRELAGGREGATES" cardinality="optional">${wall}</partOf>`),
    6,
    "required or prohibited"
  ],
  [requiring(`<partOf relation="IFCRELX">${wall}</partOf>`), 6, "IFCRELX"],
  [requiring(`<entity cardinality="required">${wall.slice(8, -9)}</entity>`), 6, "cardinality"],
  [
    requiring(
      `<material><value><xs:restriction base="xs:string"><xs:foo value=""/></xs:restriction></value></material>`
    ),
    6,
    "no restriction"
  ],
  [requiring(`<material><value><xs:restriction><xs:length value="1"/></xs:restriction></value></material>`), 6, "base"],
  [
    requiring(`<material><value><xs:restriction base="a"><xs:length value="-1"/></xs:restriction></value></material>`),
    6,
    "no length"
  ],
  [requiring(`<material><value/></material>`), 6, "neither"],
  [requiring("").replace("IFC4", "IFC5"), 5, "IFC5"],
  [requiring("").replace("<title>", "<author>a</author><title>"), 3, "<title> is expected"],
  [requiring("").replace("</title>", "</title><author>a</author>"), 3, "e-mail"],
  [requiring("").replace("</title>", "</title><date>2026-02-30</date>"), 3, "no date"]
])("a document that the schema refuses is refused with line and reason: %#", (text, line, reason) => {
  const [at, why] = faultOf(text)
  expect(why).toContain(reason)
  expect(at).toBe(line)
})

test("documents in UTF-16 are read, and undecodable bytes are refused", () => {
  const text = requiring(`<material/>`).replace("UTF-8", "UTF-16")
  expect(Either.isRight(readIds(Buffer.from(`\ufeff${text}`, "utf16le")))).toBe(true)
  expect(faultOf("").length).toBe(2)
  expect(Either.isLeft(readIds(Uint8Array.of(60, 0xff, 0xfe, 62)))).toBe(true)
})
