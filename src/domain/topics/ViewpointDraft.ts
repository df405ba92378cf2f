import * as Schema from "effect/Schema"
import { Uuid } from "../Identifier.ts"
import { maybe } from "../Optional.ts"
import { list } from "../Text.ts"
import { Bitmap, Viewpoint } from "./Viewpoint.ts"

const base64 = Schema.String.annotations({ description: "The bytes in base 64" })

/** A viewpoint as a client sends it. Pictures are in base 64, and their type is detected from their bytes. */
export const ViewpointDraft = Schema.Struct({
  ...Viewpoint.fields,
  guid: maybe(Uuid),
  bitmaps: maybe(
    list(Schema.Struct({ ...Bitmap.fields, guid: maybe(Uuid), bitmap_type: Schema.String, bitmap_data: base64 }))
  ),
  snapshot: maybe(Schema.Struct({ snapshot_type: Schema.String, snapshot_data: base64 }))
}).annotations({ identifier: "BcfViewpointDraft" })
export type ViewpointDraft = typeof ViewpointDraft.Type
