import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { bytesOf } from "../../ifc/testing/SmallFile.ts"
import { readIds } from "../document/ReadIds.ts"
import { attribute, entity, property } from "../testing/Checking.ts"
import { idsFile, specification } from "../testing/IdsText.ts"
import { warningsOf } from "./Warnings.ts"

const textsOf = (...of: Parameters<typeof specification>): ReadonlyArray<string> =>
  warningsOf(Either.getOrThrow(readIds(bytesOf(idsFile(specification(...of)))))).map(({ text }) => text)
const walls = entity("IFCWALL")

test.each([
  [walls, attribute("Name", "A") + property("P", "A", "1", `dataType="IFCREAL"`), []],
  ["", attribute("Name"), ["It does not say what it applies to, so that it applies to nothing."]],
  [entity("IfcWall"), attribute("Name"), ['The class "IfcWall" is not in capitals and matches nothing.']],
  [entity("IFCHOUSE"), attribute("Name"), ['No schema of IFC has the class "IFCHOUSE".']],
  [walls, entity("IFCSLAB"), ['It requires the class "IFCSLAB" of what it does not apply to.']],
  [walls, attribute("ActingRole"), ['IfcWall has no attribute "ActingRole" that can be checked.']],
  [
    walls,
    attribute("Tag", "", `cardinality="optional"`),
    ["The standard does not allow an optional attribute without a value."]
  ],
  [
    walls,
    property("P", "A", "", `cardinality="optional"`),
    ["The standard does not allow an optional property without a value."]
  ],
  [walls, property("P", "A", "1"), ["A property has a value and no dataType."]],
  [
    walls,
    property("P", "A", '<xs:minInclusive value="x"/><xs:totalDigits value="2"/>', `dataType="IFCREAL"`),
    [
      "IDS does not know the restriction totalDigits, which is not checked.",
      'minInclusive is "x", which is no number, so that nothing meets it.'
    ]
  ],
  [
    walls,
    property("P", "A", "1", `dataType="IFCREAL" cardinality="prohibited"`),
    ["A prohibited property has a value; the standard prohibits properties as a whole."]
  ],
  [
    walls,
    attribute("Tag", '<xs:pattern value="1"/>').replace("xs:string", "xs:double"),
    ["A pattern restricts numbers or booleans, which no pattern matches."]
  ]
])("what the standard calls invalid is told: %#", (applicability, requirements, expected) => {
  expect(textsOf(applicability, requirements)).toEqual(expected)
})

test("requirements under a prohibited specification cause a warning", () => {
  expect(textsOf(walls, attribute("Name"), `minOccurs="0" maxOccurs="0"`)).toEqual([
    "It is prohibited and has requirements, which are not checked."
  ])
})
