import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { CalculatorNames } from "../products/CalculatorNames.ts"
import { DerivedName } from "../models/DerivedFile.ts"
import { Filters, parse } from "../products/Filter.ts"
import { ModelId, OperationId, ProjectId, RequirementsId } from "../Identifier.ts"
import { UserId } from "../Principal.ts"
import { Source } from "../Source.ts"

export const OperationKind = Schema.Literal(
  "ImportIfc",
  "ExportIfc",
  "CalculateQuantities",
  "CalculateDerivedProperties",
  "CheckRequirements"
).annotations({ identifier: "OperationKind" })
export type OperationKind = typeof OperationKind.Type

/** `OperationKind` plus the internal kinds, which no caller can start or see. */
export const AnyOperationKind = Schema.Literal(...OperationKind.literals, "MeasureModel", "DeriveFiles")
export type AnyOperationKind = typeof AnyOperationKind.Type

/** Returns true if callers can see operations of the kind. */
export const isPublicKind = Schema.is(OperationKind)

export const OperationStatus = Schema.Literal("Queued", "InProgress", "Ready", "Failed").annotations({
  identifier: "OperationStatus"
})
export type OperationStatus = typeof OperationStatus.Type

/**
 * The command of an import. A command is stored in the row of its operation and is all that a worker needs to begin.
 */
export const ImportModel = Schema.TaggedStruct("ImportModel", {
  /** Blob of the uploaded file. */
  file: Schema.String,
  fileName: Schema.String,
  /** The extension of the file name, which decides how the file is read. */
  format: Schema.String,
  modelGuid: Schema.String,
  /** Title and description of the next version of an existing model; absent if the file makes the model. */
  version: Schema.optional(Schema.Struct({ title: Schema.String, description: Schema.NullOr(Schema.String) }))
})
export type ImportModel = typeof ImportModel.Type

/** Filters of older operations, whose filters were stored as they had been sent. */
const FiltersAsSent = Schema.transformOrFail(Schema.Unknown, Schema.typeSchema(Filters), {
  strict: true,
  decode: (sent, _, ast) => Either.mapLeft(parse(sent), ({ reason }) => new ParseResult.Type(ast, sent, reason)),
  encode: (filters) => ParseResult.succeed(filters)
})

export const CalculateQuantities = Schema.TaggedStruct("CalculateQuantities", {
  calculators: CalculatorNames,
  /** Filters of older rows; newer ones have them in the blob, before the view. */
  filters: Schema.optional(Schema.Union(Filters, FiltersAsSent)),
  source: Source,
  /** Blob of the product table of that source. */
  table: Schema.String,
  /**
   * Blob of the caller's view at the start, in the format of `application/operations/OperationInput.ts`; older rows
   * hold the text itself.
   */
  view: Schema.Union(Schema.Struct({ blob: Schema.String }), Schema.String)
})
export type CalculateQuantities = typeof CalculateQuantities.Type

export const ExportModel = Schema.TaggedStruct("ExportModel", {
  source: Source,
  /** Time when its version was published, in milliseconds since 1970. */
  publishedAt: Schema.Int,
  /** Blob of the file that the version is based on. */
  file: Schema.String,
  /** Blob of the product table of that file. */
  table: Schema.String,
  /** Blob of the edits published over it, in the format of `application/operations/OperationInput.ts`. */
  published: Schema.String
})
export type ExportModel = typeof ExportModel.Type

export const CalculateDynamicProperties = Schema.TaggedStruct("CalculateDynamicProperties", {
  /** Names of dynamic properties, each once. */
  fields: Schema.Array(Schema.String),
  source: Source,
  /** Blob of the product table of that source. */
  table: Schema.String,
  /**
   * Blob of the filters and of the caller's view at the start, in the format of
   * `application/operations/OperationInput.ts`.
   */
  view: Schema.Struct({ blob: Schema.String })
})
export type CalculateDynamicProperties = typeof CalculateDynamicProperties.Type

export const CheckRequirements = Schema.TaggedStruct("CheckRequirements", {
  requirementsId: Schema.typeSchema(RequirementsId),
  /** Title of the document when the check was started. */
  title: Schema.String,
  /**
   * Blob of the edits over the file, in the format of `application/operations/OperationInput.ts`: those of the caller's
   * view at the start. The worker writes it for an automatic check.
   */
  view: Schema.String,
  /** The blobs that were current when a user started the check; absent for an automatic check, which takes the newest. */
  started: Schema.optional(
    Schema.Struct({
      source: Source,
      /** Time when its version was published, in milliseconds since 1970. */
      publishedAt: Schema.Int,
      /** Blob of the file that the version is based on. */
      file: Schema.String,
      /** Blob of the product table of that file. */
      table: Schema.String,
      /** Blob of the document. */
      document: Schema.String
    })
  )
})
export type CheckRequirements = typeof CheckRequirements.Type

/** Computes the geometry of a model that was imported without it. */
export const MeasureModel = Schema.TaggedStruct("MeasureModel", {
  /** Blob of the IFC file. */
  file: Schema.String,
  /** Blob of its product table. */
  table: Schema.String
})
export type MeasureModel = typeof MeasureModel.Type

/** Makes a file from the latest public version of a model. */
export const DeriveFiles = Schema.TaggedStruct("DeriveFiles", {
  /** Name of the file to make. */
  name: DerivedName,
  source: Source,
  /** Blob of the product table. */
  table: Schema.String,
  /** Blob of the edits published over it, in the format of `application/operations/OperationInput.ts`. */
  published: Schema.String
})
export type DeriveFiles = typeof DeriveFiles.Type

export const OperationCommand = Schema.Union(
  ImportModel,
  CalculateQuantities,
  ExportModel,
  CalculateDynamicProperties,
  CheckRequirements,
  MeasureModel,
  DeriveFiles
)
export type OperationCommand = typeof OperationCommand.Type

/** The kind that is stored for each command. */
export const kinds = {
  ImportModel: "ImportIfc",
  CalculateQuantities: "CalculateQuantities",
  ExportModel: "ExportIfc",
  CalculateDynamicProperties: "CalculateDerivedProperties",
  CheckRequirements: "CheckRequirements",
  MeasureModel: "MeasureModel",
  DeriveFiles: "DeriveFiles"
} as const

/** Returns the kind that is stored for a command. */
export const kindOf = (command: OperationCommand): AnyOperationKind => kinds[command._tag]

/** Returns whether nobody asked for the operation: a check of a new public version. */
export const isAutomatic = (command: OperationCommand): boolean =>
  command._tag === "CheckRequirements" && command.started === undefined

/** Expected duration of the work: short work never waits for long work. */
export const Lane = Schema.Literal("long", "short")
export type Lane = typeof Lane.Type

const lanes: Record<AnyOperationKind, Lane> = {
  ImportIfc: "long",
  ExportIfc: "long",
  CalculateQuantities: "short",
  CalculateDerivedProperties: "short",
  CheckRequirements: "long",
  MeasureModel: "long",
  DeriveFiles: "short"
}

export const laneOf = (kind: AnyOperationKind): Lane => lanes[kind]

/**
 * Returns the blob that only this command reads, which is kept until the operation has ended. A table belongs to its
 * model version.
 */
export const inputOf = (command: OperationCommand): string => {
  switch (command._tag) {
    case "ImportModel":
      return command.file
    case "ExportModel":
    case "DeriveFiles":
      return command.published
    case "MeasureModel":
      return command.table
    case "CheckRequirements":
      return command.view
    case "CalculateDynamicProperties":
      return command.view.blob
    case "CalculateQuantities":
      return typeof command.view === "string" ? command.table : command.view.blob
  }
}

/** Returns whether an import makes a new version of an existing model, rather than a model. */
export const isNewFile = ({ version }: ImportModel): boolean => version !== undefined

/** An operation as it is stored. */
export const Operation = Schema.Struct({
  id: OperationId,
  kind: AnyOperationKind,
  status: OperationStatus,
  percentageCompleted: Schema.Int,
  projectId: ProjectId,
  modelId: ModelId,
  /** The user who started it; of an automatic check, who switched automatic checks on. */
  startedBy: UserId,
  /** True for a check that no user started. */
  isAutomatic: Schema.Boolean,
  /** Null if the service knows no name of the user. */
  startedByName: Schema.NullOr(Schema.String),
  /** Null if the model was removed. */
  modelName: Schema.NullOr(Schema.String),
  /** Name of the uploaded file of an import; null for other kinds. */
  fileName: Schema.NullOr(Schema.String),
  /** Times are in milliseconds since 1970. */
  createdAt: Schema.Int,
  /** When it was first taken up; null if it was not. */
  startedAt: Schema.NullOr(Schema.Int),
  endedAt: Schema.NullOr(Schema.Int),
  /** Blob of the result once Ready: of a calculation, an export or a check. */
  result: Schema.NullOr(Schema.String),
  /** Blob of the import report once ended, if there is one. */
  report: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(Schema.String)
})
export type Operation = typeof Operation.Type

/** A worker's data of an operation that it has claimed. Every write of the worker is guarded by `token`. */
export const Claim = Schema.Struct({
  operationId: OperationId,
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  command: Schema.parseJson(OperationCommand),
  attempt: Schema.Int,
  /** Number of times that the service itself died or the lease ran out while the operation was in hand. */
  interruptions: Schema.Int,
  /** Number of attempts that were given back because the storage or the disk was unavailable. */
  postponements: Schema.Int,
  token: Schema.Int,
  /** The span in which it was started, in the format of W3C Trace Context; null if tracing is off. */
  traceparent: Schema.NullOr(Schema.String)
})
export type Claim = typeof Claim.Type
