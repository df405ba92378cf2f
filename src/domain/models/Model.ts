import * as Schema from "effect/Schema"
import { GlobalId } from "../GlobalId.ts"
import { ModelId } from "../Identifier.ts"
import { maybe, optional } from "../Optional.ts"
import { Source } from "../Source.ts"
import { Description, Name, OtherText, list, text } from "../Text.ts"

/** A model whose import is Ready, as the caller sees it. */
export const Model = Schema.Struct({
  id: ModelId,
  guid: GlobalId,
  name: Schema.String,
  image: optional(Schema.String),
  tags: Schema.Array(Schema.String),
  canEdit: Schema.Boolean,
  url: Schema.String,
  latestPublicSource: Source
}).annotations({ identifier: "Model" })
export type Model = typeof Model.Type

/** Body of M2. `uploadUrl` and `discipline` are older spellings of `uploadKey` and a tag. */
export const ModelDraft = Schema.Struct({
  modelName: Name,
  uploadKey: maybe(text(2048)),
  uploadUrl: maybe(text(4096)),
  uploadFileName: Name,
  tags: maybe(list(Name)),
  defaultRole: maybe(OtherText),
  discipline: maybe(Name)
}).annotations({ identifier: "ModelDraft" })
export type ModelDraft = typeof ModelDraft.Type

/** A new file for a model, which becomes its next version. */
export const NewFileDraft = Schema.Struct({
  uploadKey: maybe(text(2048)),
  uploadFileName: Name,
  title: Name.annotations({ description: "The title of the version" }),
  description: maybe(Description)
}).annotations({ identifier: "NewFileDraft" })
export type NewFileDraft = typeof NewFileDraft.Type

/** State of a model. Only `Ready` ones are listed. */
export const ModelState = Schema.Literal("Importing", "Ready", "Failed")
export type ModelState = typeof ModelState.Type
