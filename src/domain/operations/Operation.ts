import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { CalculatorNames } from "../products/CalculatorNames.ts"
import { DerivedName } from "../models/DerivedFile.ts"
import { Filters, parse } from "../products/Filter.ts"
import { ModelId, OperationId, ProjectId } from "../Identifier.ts"
import { UserId } from "../Principal.ts"
import { Source } from "../Source.ts"

export const OperationKind = Schema.Literal(
  "ImportIfc",
  "ExportIfc",
  "CalculateQuantities",
  "CalculateDerivedProperties"
).annotations({ identifier: "OperationKind" })
export type OperationKind = typeof OperationKind.Type

/** With those that nobody starts by name, and nobody is told of. */
export const AnyOperationKind = Schema.Literal(...OperationKind.literals, "MeasureModel", "DeriveFiles")
export type AnyOperationKind = typeof AnyOperationKind.Type

/** Whether callers are told of operations of the kind. */
export const isTold = Schema.is(OperationKind)

export const OperationStatus = Schema.Literal("Queued", "InProgress", "Ready", "Failed").annotations({
  identifier: "OperationStatus"
})
export type OperationStatus = typeof OperationStatus.Type

/** What an operation is to do: kept in its row, the only thing that a worker needs to begin. */
export const ImportModel = Schema.TaggedStruct("ImportModel", {
  /** Blob of the uploaded file. */
  file: Schema.String,
  fileName: Schema.String,
  /** The extension of the file name, which decides how the file is read. */
  format: Schema.String,
  modelGuid: Schema.String,
  /** What the next version of a model that is there is called; absent where the file makes the model. */
  version: Schema.optional(Schema.Struct({ title: Schema.String, description: Schema.NullOr(Schema.String) }))
})
export type ImportModel = typeof ImportModel.Type

/** Filters of operations that were started when they were kept as they had been sent. */
const FiltersAsSent = Schema.transformOrFail(Schema.Unknown, Schema.typeSchema(Filters), {
  strict: true,
  decode: (sent, _, ast) => Either.mapLeft(parse(sent), ({ reason }) => new ParseResult.Type(ast, sent, reason)),
  encode: (filters) => ParseResult.succeed(filters)
})

export const CalculateQuantities = Schema.TaggedStruct("CalculateQuantities", {
  calculators: CalculatorNames,
  /** Older rows hold them; else they stand in the blob, before the view. */
  filters: Schema.optional(Schema.Union(Filters, FiltersAsSent)),
  source: Source,
  /** Blob of the product table of that source. */
  table: Schema.String,
  /** Blob of the caller's view then, as `application/operations/OperationInput.ts` writes it; older rows hold the text itself. */
  view: Schema.Union(Schema.Struct({ blob: Schema.String }), Schema.String)
})
export type CalculateQuantities = typeof CalculateQuantities.Type

export const ExportModel = Schema.TaggedStruct("ExportModel", {
  source: Source,
  /** When its version was published, in milliseconds since 1970. */
  publishedAt: Schema.Int,
  /** Blob of the file that the version lies over. */
  file: Schema.String,
  /** Blob of the product table of that file. */
  table: Schema.String,
  /** Blob of what has been published over it, as `application/operations/OperationInput.ts` writes it. */
  published: Schema.String
})
export type ExportModel = typeof ExportModel.Type

export const CalculateDynamicProperties = Schema.TaggedStruct("CalculateDynamicProperties", {
  /** Names of dynamic properties, each once. */
  fields: Schema.Array(Schema.String),
  source: Source,
  /** Blob of the product table of that source. */
  table: Schema.String,
  /** Blob of filters and the caller's view then, as `application/operations/OperationInput.ts` writes it. */
  view: Schema.Struct({ blob: Schema.String })
})
export type CalculateDynamicProperties = typeof CalculateDynamicProperties.Type

/** Has the geometry of a model that was imported without it worked out. */
export const MeasureModel = Schema.TaggedStruct("MeasureModel", {
  /** Blob of the IFC file. */
  file: Schema.String,
  /** Blob of its product table. */
  table: Schema.String
})
export type MeasureModel = typeof MeasureModel.Type

/** Has a file made of the latest public version of a model. */
export const DeriveFiles = Schema.TaggedStruct("DeriveFiles", {
  /** What is asked for. */
  name: DerivedName,
  source: Source,
  /** Blob of the product table. */
  table: Schema.String,
  /** Blob of what has been published over it, as `application/operations/OperationInput.ts` writes it. */
  published: Schema.String
})
export type DeriveFiles = typeof DeriveFiles.Type

export const OperationCommand = Schema.Union(
  ImportModel,
  CalculateQuantities,
  ExportModel,
  CalculateDynamicProperties,
  MeasureModel,
  DeriveFiles
)
export type OperationCommand = typeof OperationCommand.Type

const kinds = {
  ImportModel: "ImportIfc",
  CalculateQuantities: "CalculateQuantities",
  ExportModel: "ExportIfc",
  CalculateDynamicProperties: "CalculateDerivedProperties",
  MeasureModel: "MeasureModel",
  DeriveFiles: "DeriveFiles"
} as const

/** The kind that is stored for a command. */
export const kindOf = (command: OperationCommand): AnyOperationKind => kinds[command._tag]

/** How long work is expected to take: what is short never waits for what is long. */
export const Lane = Schema.Literal("long", "short")
export type Lane = typeof Lane.Type

const lanes: Record<AnyOperationKind, Lane> = {
  ImportIfc: "long",
  ExportIfc: "long",
  CalculateQuantities: "short",
  CalculateDerivedProperties: "short",
  MeasureModel: "long",
  DeriveFiles: "short"
}

export const laneOf = (kind: AnyOperationKind): Lane => lanes[kind]

/** The blob that a command alone reads, kept while the operation has not ended. A table is its model version's. */
export const inputOf = (command: OperationCommand): string => {
  switch (command._tag) {
    case "ImportModel":
      return command.file
    case "ExportModel":
    case "DeriveFiles":
      return command.published
    case "MeasureModel":
      return command.table
    case "CalculateDynamicProperties":
      return command.view.blob
    case "CalculateQuantities":
      return typeof command.view === "string" ? command.table : command.view.blob
  }
}

/** An operation as it stands in the storage. */
export const Operation = Schema.Struct({
  id: OperationId,
  kind: AnyOperationKind,
  status: OperationStatus,
  percentageCompleted: Schema.Int,
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  /** Blob of the result once Ready: a quantity result, an export. */
  result: Schema.NullOr(Schema.String),
  /** Blob of the import report once ended, where there is one. */
  report: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(Schema.String)
})
export type Operation = typeof Operation.Type

/** What a worker holds of an operation that it has claimed. Every write of it is guarded by `token`. */
export const Claim = Schema.Struct({
  operationId: OperationId,
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  command: Schema.parseJson(OperationCommand),
  attempt: Schema.Int,
  /** How often the operation was in hand when the service itself died or the lease ran out. */
  interruptions: Schema.Int,
  /** How often a try was given back because storage or disk were away. */
  postponements: Schema.Int,
  token: Schema.Int,
  /** The span in which it was started, as W3C Trace Context writes it; null where nobody takes spans. */
  traceparent: Schema.NullOr(Schema.String)
})
export type Claim = typeof Claim.Type

/** Tries of an operation whose worker died, in all. */
export const maxAttempts = 3

/** Interrupted so often, an operation goes alone: it may be what ends the service, and takes nothing else along. */
export const aloneAfter = 2

/** Interrupted so often, an operation has failed: it is what ends the service. */
export const maxInterruptions = 10

/** Times that an operation is given back because storage or disk are away; claimed after more, it has failed. */
export const maxPostponements = 10

/** Operations of one user that have not ended: what waits is kept, and each takes a turn of somebody's. */
export const maxOpenOperations = 200

/** Bytes that operations of one user that have not ended keep beside their rows: the views that they are to work on. */
export const maxOpenInputBytes = 1024 ** 3
