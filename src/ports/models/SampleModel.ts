import * as Context from "effect/Context"
import type { GeoReference } from "../../domain/models/Coordinates.ts"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { SharedSlice } from "../../domain/models/SharedSlice.ts"

/** The sample building that every user gets in a project of their own; read once and shared by all of them. */
export class SampleModel extends Context.Tag("ports/SampleModel")<
  SampleModel,
  {
    readonly projectName: string
    readonly modelName: string
    readonly guid: GlobalId
    readonly products: number
    readonly schema: string
    readonly sizeBytes: number
    readonly position: GeoReference
    /** Blobs outside of any project, so that deleting a project never deletes them. */
    readonly file: string
    readonly table: string
    readonly parquet: string
    readonly geometry: ModelGeometry
    /** The shared data that the file adds to the project. */
    readonly shared: ReadonlyArray<SharedSlice>
  }
>() {}
