import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { DuplicateName, type LimitExceeded } from "../Errors.ts"
import { exceeded } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { applied } from "./Change.ts"
import { Uuid } from "../Identifier.ts"
import { type JsonText, jsonText } from "../JsonText.ts"
import { LibraryDraft } from "./Library.ts"
import { maybe, optional } from "../Optional.ts"
import { PropertyRow } from "../products/PropertyRow.ts"
import { entriesOf, sentLimit, type SentLimit } from "../SentLimit.ts"
import { Description, list, Name, OtherText, Unit } from "../Text.ts"

/** The way in which an amount of something that a code classifies is measured and priced. It is stored as sent. */
const MeasureDefinition = Schema.Struct({
  id: maybe(OtherText),
  hardcodedOptionName: maybe(OtherText),
  descriptionValue: maybe(Description),
  calculator: maybe(
    Schema.Struct({
      type: maybe(OtherText),
      description: maybe(Description),
      parameters: maybe(list(Schema.Struct({ name: maybe(OtherText), value: maybe(Schema.Finite) })))
    })
  ),
  costCalculation: maybe(
    Schema.Struct({
      name: maybe(OtherText),
      label: maybe(OtherText),
      description: maybe(Description),
      type: maybe(OtherText)
    })
  ),
  unit: maybe(Unit)
}).annotations({ identifier: "MeasureDefinition" })

/** A classification code. `identification` is unique in its library; `parentId` is the guid of the code above. */
export const Code = Schema.Struct({
  guid: Uuid,
  identification: Schema.String,
  name: Schema.String,
  description: optional(Schema.String),
  uri: optional(Schema.String),
  parentId: Schema.NullOr(Uuid),
  sort: optional(Schema.Finite),
  measureDefinitions: Schema.Array(MeasureDefinition),
  properties: Schema.Array(PropertyRow)
}).annotations({ identifier: "Code" })
export type Code = typeof Code.Type

/** A code as it is stored: its measure definitions are the text that answers show. */
export interface KeptCode extends Omit<Code, "measureDefinitions"> {
  readonly measureDefinitions: JsonText
}

/** A codification library without its codes. `modelGuid` is `""` for one of the project itself. */
export const CodificationLibrary = Schema.Struct({
  guid: Uuid,
  name: Schema.String,
  description: optional(Schema.String),
  source: optional(Schema.String),
  edition: optional(Schema.String),
  editionDate: optional(Schema.String),
  uri: optional(Schema.String),
  moreInfo: optional(Schema.String),
  modelGuid: Schema.String,
  group: Schema.Literal("Project", "Model")
}).annotations({ identifier: "CodificationLibrary" })
export type CodificationLibrary = typeof CodificationLibrary.Type

/** A codification library with its codes in sort order. */
export const CodificationLibraryWithCodes = Schema.Struct({
  ...CodificationLibrary.fields,
  codes: Schema.Array(Code)
}).annotations({ identifier: "CodificationLibraryWithCodes" })

export const CodificationLibraryDraft = LibraryDraft.annotations({ identifier: "CodificationLibraryDraft" })
export type CodificationLibraryDraft = typeof CodificationLibraryDraft.Type

/** The guid of the code above; `""` for the top. */
const ParentId = Schema.Union(Schema.Literal(""), Uuid).annotations({
  message: () => ({ message: 'must be a UUID, or "" for the top', override: true })
})

const parameterLimit: SentLimit = (body) => {
  let count = 0
  for (const definition of entriesOf(body, "measureDefinitions")) {
    const { length } = entriesOf((definition as { readonly calculator?: unknown } | null)?.calculator, "parameters")
    // A list that is too long by itself is reported as an error of the body.
    if (length > limits.entriesOfList.most) return null
    count += length
  }
  return count > limits.parametersOfCode.most ? exceeded(limits.parametersOfCode) : null
}

export const CodeDraft = Schema.Struct({
  name: Name,
  identification: Name,
  parentId: maybe(ParentId),
  description: maybe(Description),
  measureDefinitions: maybe(list(MeasureDefinition)),
  sort: maybe(Schema.Finite)
}).annotations({ identifier: "CodeDraft", [sentLimit]: parameterLimit })
export type CodeDraft = typeof CodeDraft.Type

/**
 * Absent and null members keep the value; `""` clears the description and, as `parentId`, moves the code to the top.
 */
export const CodeChange = Schema.Struct({
  ...CodeDraft.fields,
  name: maybe(Name),
  identification: maybe(Name)
}).annotations({ identifier: "CodeChange", [sentLimit]: parameterLimit })
export type CodeChange = typeof CodeChange.Type

/** The parts of a code that users decide. */
export interface CodeText extends Pick<KeptCode, "identification" | "name" | "parentId" | "measureDefinitions"> {
  readonly description: string | null
  readonly sort: number | null
}

/** Returns a code after a change, or `before` itself if nothing changes. Fails like `jsonText`. */
export const changed = (
  before: CodeText,
  { description, measureDefinitions, parentId, ...change }: CodeChange
): Either.Either<CodeText, LimitExceeded> =>
  Either.map(
    measureDefinitions === undefined
      ? Either.right(before.measureDefinitions)
      : jsonText("measureDefinitions", measureDefinitions),
    (measures) =>
      applied(before, {
        ...change,
        measureDefinitions: measures,
        ...(description === undefined ? {} : { description: description || null }),
        ...(parentId === undefined ? {} : { parentId: parentId || null })
      })
  )

/** Returns the content of a new code. Fails like `jsonText`. */
export const drafted = ({ description, measureDefinitions, parentId, sort, ...draft }: CodeDraft) =>
  Either.map(jsonText("measureDefinitions", measureDefinitions ?? []), (measures): CodeText => ({
    identification: draft.identification,
    name: draft.name,
    description: description || null,
    parentId: parentId || null,
    sort: sort ?? null,
    measureDefinitions: measures
  }))

export const identificationTaken = (identification: string): DuplicateName =>
  new DuplicateName({ details: `The library already has a code with the identification ${identification}.` })
