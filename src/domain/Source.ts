import * as Schema from "effect/Schema"
import { VersionId } from "./Identifier.ts"

/** An immutable state of a model and its project that reads and operations are pinned to. */
export const Source = Schema.Struct({
  projectVersionId: VersionId.annotations({ description: "Complete project snapshot" }),
  modelVersionId: VersionId.annotations({ description: "Geometry and property state of the model" }),
  sharedDataVersionId: VersionId.annotations({ description: "Project-wide shared data" })
}).annotations({ identifier: "Source" })
export type Source = typeof Source.Type
