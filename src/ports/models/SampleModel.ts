import * as Context from "effect/Context"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { SharedSlice } from "../../domain/models/SharedSlice.ts"

/** The small building that every user finds in a project of their own: read once, shared by all of them. */
export class SampleModel extends Context.Tag("ports/SampleModel")<
  SampleModel,
  {
    readonly projectName: string
    readonly modelName: string
    readonly guid: GlobalId
    readonly products: number
    /** Blobs that lie outside of any project, so that no deletion takes them along. */
    readonly file: string
    readonly table: string
    readonly parquet: string
    readonly geometry: ModelGeometry
    /** What the file brings to the project. */
    readonly shared: ReadonlyArray<SharedSlice>
  }
>() {}
