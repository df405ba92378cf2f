import * as Context from "effect/Context"
import type { DerivedFile, DerivedName, ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { ModelId, OperationId } from "../../domain/Identifier.ts"
import type { Claim } from "../../domain/operations/Operation.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** A derived file of a version of a model. */
export interface DerivedOf {
  readonly modelId: ModelId
  readonly source: Source
  readonly name: DerivedName
}

/** Data computed from the geometry of models. */
export class GeometryRepository extends Context.Tag("ports/GeometryRepository")<
  GeometryRepository,
  {
    /** Geometry of a product table. `null`: computing it failed. `None`: never computed. */
    readonly find: (table: string) => Found<ModelGeometry | null>
    /**
     * Stores the geometry of a product table for the holder of a claim; returns false if the claim is gone. A new
     * geometry replaces the stored one, but null (no geometry) is stored only if nothing is.
     */
    readonly keep: (claim: Claim, table: string, geometry: ModelGeometry | null) => Written<boolean>
    /**
     * Starts an operation that measures the first model for whose table no geometry is stored, unless that was tried
     * and failed. Returns false if there is none, or if such an operation is already running, in any process.
     */
    readonly startMeasuring: (operationId: OperationId) => Written<boolean, TooManyRequests>
    /**
     * Returns a derived file and records that it was requested; `None` if no file is stored that matches the content of
     * the version.
     */
    readonly findDerived: (of: DerivedOf) => Found<DerivedFile>
    /**
     * Stores a derived file for the holder of a claim; returns false if the claim is gone. Nothing is stored for a
     * deleted model.
     */
    readonly keepDerived: (claim: Claim, of: DerivedOf, file: DerivedFile) => Written<boolean>
    /** Returns whether any version of the model changed values of its files, or deleted products from them. */
    readonly published: (modelId: ModelId) => Read<{ readonly values: boolean; readonly deletions: boolean }>
  }
>() {}
