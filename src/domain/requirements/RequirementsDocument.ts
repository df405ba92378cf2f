import * as Schema from "effect/Schema"
import { ModelId, RequirementsId } from "../Identifier.ts"
import { optional, clearable } from "../Optional.ts"
import { list, Name } from "../Text.ts"

/** A specification of a document, as the list of documents shows it. */
const Specification = Schema.Struct({
  name: Schema.String,
  identifier: optional(Schema.String),
  text: optional(Schema.String.annotations({ description: "The specification in sentences for people" })),
  necessity: Schema.Literal("required", "optional", "prohibited"),
  ifcVersions: Schema.Array(Schema.String).annotations({
    description: "The versions that the document names. They do not narrow what is checked."
  })
}).annotations({ identifier: "RequirementsSpecification" })

const Warning = Schema.Struct({
  specification: Schema.String.annotations({ description: "Name of the specification" }),
  text: Schema.String
}).annotations({
  identifier: "RequirementsWarning",
  description: "A part of a document that matches the schema but is invalid by the standard"
})

const facts = {
  title: Schema.String,
  version: optional(Schema.String),
  author: optional(Schema.String),
  date: optional(Schema.String),
  description: optional(Schema.String),
  purpose: optional(Schema.String),
  specifications: Schema.Array(Specification),
  warnings: Schema.Array(Warning)
}

/** The parts of a document that are read from its file. */
export const RequirementsFacts = Schema.Struct(facts)
export type RequirementsFacts = typeof RequirementsFacts.Type

/** A document of requirements (IDS) as members of its project see it. */
export const RequirementsDocument = Schema.Struct({
  id: Schema.typeSchema(RequirementsId),
  ...facts,
  autoCheck: Schema.Boolean.annotations({
    description: "True if every new public version of the models is checked against it"
  }),
  models: optional(Schema.Array(ModelId).annotations({ description: "The models that are checked; all if absent" })),
  tags: optional(Schema.Array(Schema.String).annotations({ description: "Models with one of these tags are checked" }))
}).annotations({ identifier: "RequirementsDocument" })
export type RequirementsDocument = typeof RequirementsDocument.Type

/** An absent member keeps its value; null for `models` or `tags` removes the restriction. */
export const RequirementsChange = Schema.Struct({
  autoCheck: optional(Schema.Boolean),
  models: clearable(list(Schema.Union(ModelId, Schema.Int.pipe(Schema.positive())))),
  tags: clearable(list(Name))
}).annotations({ identifier: "RequirementsChange" })
export type RequirementsChange = typeof RequirementsChange.Type

/** The choice of the models that a document is checked against by itself. */
export interface AutoCheck {
  readonly autoCheck: boolean
  readonly models: ReadonlyArray<ModelId> | null
  readonly tags: ReadonlyArray<string> | null
}

export const noAutoCheck: AutoCheck = { autoCheck: false, models: null, tags: null }
