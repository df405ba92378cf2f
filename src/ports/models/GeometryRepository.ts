import * as Context from "effect/Context"
import type { DerivedFile, DerivedName, ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { ModelId, OperationId } from "../../domain/Identifier.ts"
import type { Claim } from "../../domain/operations/Operation.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** A file of a version of a model. */
export interface DerivedOf {
  readonly modelId: ModelId
  readonly source: Source
  readonly name: DerivedName
}

/** What was worked out of the shapes of models. */
export class GeometryRepository extends Context.Tag("ports/GeometryRepository")<
  GeometryRepository,
  {
    /** That of a product table: null where it could not be worked out. None where nobody has tried. */
    readonly find: (table: string) => Found<ModelGeometry | null>
    /**
     * Keeps that of a product table for who holds a claim; false where it is gone. Null: it has none, where none is known
     * already; what is known is replaced by another.
     */
    readonly keep: (claim: Claim, table: string, geometry: ModelGeometry | null) => Written<boolean>
    /**
     * Starts, under an id, what measures the first model of whose table nothing is kept, unless that was tried and failed.
     * False where there is none, or one is at work, whichever process started it.
     */
    readonly startMeasuring: (operationId: OperationId) => Written<boolean, TooManyRequests>
    /** A file that was derived; keeps that it was asked for. Of a version that differs in what the file shows: none. */
    readonly findDerived: (of: DerivedOf) => Found<DerivedFile>
    /** Keeps a derived file for who holds a claim; false where it is gone. Of a model that is gone nothing is kept. */
    readonly keepDerived: (claim: Claim, of: DerivedOf, file: DerivedFile) => Written<boolean>
    /** What any version of the model changed of what its files brought. */
    readonly published: (modelId: ModelId) => Read<{ readonly values: boolean; readonly deletions: boolean }>
  }
>() {}
