import * as Schema from "effect/Schema"
import { Coordinates } from "./Coordinates.ts"
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
  latestPublicSource: Source,
  createdAt: Schema.String,
  updatedAt: Schema.String.annotations({ description: "Time of the latest version" }),
  updatedBy: Schema.String.annotations({ description: "The author of the latest version" }),
  updatedByName: optional(Schema.String).annotations({ description: "Absent if the service knows no name" }),
  versionTitle: Schema.String,
  products: Schema.Int.annotations({ description: "The number of products in the file of the latest version" }),
  sizeBytes: Schema.NullOr(Schema.Int).annotations({
    description: "Size of the uploaded file. Null if an earlier release imported it"
  }),
  schema: Schema.NullOr(Schema.String).annotations({
    description: "The schema that the IFC file names, such as IFC4. Null if an earlier release imported it"
  }),
  coordinates: Coordinates
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
