import * as Schema from "effect/Schema"
import { maybe } from "../Optional.ts"
import { Description, Name, OtherText, Uri } from "../Text.ts"

/** The content of a new library of any kind. */
export const LibraryDraft = Schema.Struct({
  name: Name,
  type: maybe(OtherText),
  uri: maybe(Uri),
  description: maybe(Description),
  source: maybe(OtherText),
  edition: maybe(OtherText)
})
