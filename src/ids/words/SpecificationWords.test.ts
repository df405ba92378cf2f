import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { bytesOf } from "../../ifc/testing/SmallFile.ts"
import { readIds } from "../document/ReadIds.ts"
import { attribute, entity, property, value } from "../testing/Checking.ts"
import { idsFile, specification } from "../testing/IdsText.ts"
import { specificationWords } from "./SpecificationWords.ts"

const wordsOf = (...of: Parameters<typeof specification>): string =>
  specificationWords(Either.getOrThrow(readIds(bytesOf(idsFile(specification(...of))))).specifications[0]!)

const optional = `minOccurs="0" maxOccurs="unbounded"`

test.each([
  [
    wordsOf(entity("IFCWALL"), property("Pset_WallCommon", "FireRating", "", `dataType="IFCLABEL"`), optional),
    'For everything that is of the class "IFCWALL": ' +
      'It must have the property "FireRating" of the type IFCLABEL in the set "Pset_WallCommon".'
  ],
  [
    wordsOf(
      entity("IFCDOOR", "GATE") + attribute("Name", '<xs:enumeration value="A"/><xs:enumeration value="B"/>'),
      attribute("OverallWidth", '<xs:minInclusive value="0.9"/><xs:maxExclusive value="2"/>', `cardinality="optional"`)
    ),
    'For everything that is of the class "IFCDOOR" and the predefined type "GATE" and that has the attribute "Name", ' +
      'which is "A" or "B": It may lack this, but if it does not, it must have the attribute "OverallWidth", ' +
      "which is at least 0.9 and less than 2. The model must have something like that."
  ],
  [
    wordsOf(
      `<partOf relation="IFCRELCONTAINEDINSPATIALSTRUCTURE">${entity("IFCSPACE")}</partOf>`,
      `<material cardinality="prohibited"><value>${value('<xs:pattern value="Asb.*"/>')}</value></material>`,
      optional
    ),
    'For everything that is contained in "IFCSPACE": It must not have a material that is like the pattern "Asb.*".'
  ],
  [
    wordsOf(
      `<partOf relation="IFCRELVOIDSELEMENT IFCRELFILLSELEMENT">${entity("IFCWALL")}</partOf>`,
      `<classification><value>${value('<xs:length value="3"/>')}</value><system>${value("S")}</system></classification>`,
      optional
    ),
    'For everything that voids or fills "IFCWALL": ' +
      'It must have a code of the system "S" that is exactly 3 characters long.'
  ],
  [
    wordsOf(entity("IFCPROXY"), "", `minOccurs="0" maxOccurs="0"`),
    'The model must have nothing that is of the class "IFCPROXY".'
  ],
  [wordsOf(entity("IFCSITE"), ""), 'The model must have something that is of the class "IFCSITE".']
])("a specification in words: %#", (words, expected) => {
  expect(words).toBe(expected)
})
