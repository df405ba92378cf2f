import * as Schema from "effect/Schema"
import { CalculatorNames } from "../../domain/products/CalculatorNames.ts"
import { DerivedName } from "../../domain/models/DerivedFile.ts"
import { Filters } from "../../domain/products/Filter.ts"
import { Source } from "../../domain/Source.ts"
import { JobRefused } from "../Computation.ts"

/** The files that an import writes into its scratch folder. */
export const importedFiles = {
  /** The product table, as `dataframe` opens it. */
  table: "table.bin",
  /** The values of the table in long form, as `dataframe/parquet/Parquet.ts` writes them. */
  parquet: "table.parquet",
  /** An `ImportReport`. */
  report: "report.json",
  /** A `SharedContent`, as `application/imports/ImportedContent.ts` writes it. */
  shared: "shared.jsonl"
} as const

const converters = Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }), {
  default: () => ({})
})

/** What of a model file lies in the scratch folder. */
const made = {
  /** The IFC file that was made of it; null: it is one itself. */
  made: Schema.NullOr(Schema.String),
  /** The `picture` of the file; null: it has none. */
  picture: Schema.NullOr(Schema.String)
}

/** Has the IFC file made that stands for a model file. */
export class MakeIfcJob extends Schema.TaggedRequest<MakeIfcJob>()("makeIfc", {
  payload: {
    /** The model file: absolute, or in the scratch folder. It must not change meanwhile. */
    file: Schema.String,
    /** An extension of one of the `ModelFormats`. */
    format: Schema.String,
    /** `Converters` that a format may call. */
    converters
  },
  success: Schema.Struct({ ...made, warnings: Schema.Array(Schema.String) }),
  failure: JobRefused
}) {}

/** Has a model file read into `importedFiles`; gives the number of products. */
export class ImportModelJob extends Schema.TaggedRequest<ImportModelJob>()("importModel", {
  payload: {
    /** The file to read: absolute, or in the scratch folder. It must not change meanwhile. */
    file: Schema.String,
    /** An extension of one of the `ModelFormats`. */
    format: Schema.String,
    /** Of the model that the file becomes. */
    modelGuid: Schema.String,
    /** `Converters` that a format may call. */
    converters,
    /** Sentences for the report, of what was done to the file before. */
    warnings: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
  },
  success: Schema.Struct({ products: Schema.Int, ...made }),
  failure: JobRefused
}) {}

/** The files that the measuring of a model writes into its scratch folder. */
export const measuredFiles = {
  /** Measures of the products, as `geometry/measures` reads them. */
  measures: "measures.bin",
  exchange: "exchange.glb",
  view: "view.glb",
  picture: "picture.png"
} as const

/**
 * Whether a file is measured at once by an engine that counts. What that costs grows with the file, a sixth of its time;
 * what it costs to start anew where a shape has no end, some seconds, does not.
 */
export const countsAtOnce = (fileBytes: number): boolean => fileBytes <= 8 * 1024 * 1024

/**
 * Has the shapes of an IFC file meshed, measured, written and drawn into `measuredFiles`, or those written of a model
 * without any; gives triangles stored.
 */
export class MeasureModelJob extends Schema.TaggedRequest<MeasureModelJob>()("measureModel", {
  payload: {
    /** The IFC file: absolute, or in the scratch folder. It must not change meanwhile. Null: its shapes count for none. */
    file: Schema.NullOr(Schema.String),
    /** Its product table. */
    table: Schema.String,
    /** The `ImportReport` of the file, which is told of the shapes; null: nobody is. */
    report: Schema.NullOr(Schema.String),
    /** A PNG that is the picture of a file without shapes; null: that is drawn too. */
    picture: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
    /** An element whose shape has no end has none, where else it stands still: everything takes a sixth longer. */
    counting: Schema.optionalWith(Schema.Boolean, { default: () => false })
  },
  success: Schema.Struct({ exchangeTriangles: Schema.Int, viewTriangles: Schema.Int }),
  failure: JobRefused
}) {}

/** Has a file made of what has been published of a model, under its name; gives the triangles that it stores. */
export class DeriveFilesJob extends Schema.TaggedRequest<DeriveFilesJob>()("deriveFiles", {
  payload: {
    name: DerivedName,
    /** The product table: absolute, or in the scratch folder, as the others. */
    table: Schema.String,
    /** What lies over it, as `application/operations/OperationInput.ts` writes it with a view. */
    published: Schema.String,
    /** What `MeasureModelJob` wrote; null: the model has no geometry. */
    geometry: Schema.NullOr(Schema.Struct({ measures: Schema.String, exchange: Schema.String }))
  },
  success: Schema.Struct({ triangles: Schema.Int }),
  failure: JobRefused
}) {}

/** The files that a comparison writes into its scratch folder. */
export const comparedFiles = {
  /** An `ImportReport` with the numbers of products that came, changed and went. */
  report: "compared.json",
  /** `application/edits/ComparedChanges.ts` reads it. */
  changes: "changes.jsonl"
} as const

/** Has the table of a new file compared with the version that is there, into `comparedFiles`. */
export class CompareModelsJob extends Schema.TaggedRequest<CompareModelsJob>()("compareModels", {
  payload: {
    /** The product tables: absolute, or in the scratch folder. */
    before: Schema.String,
    after: Schema.String,
    /** A file, absolute or in the scratch folder: the view as `dataframe/query/ViewText.ts` writes it, what is published. */
    view: Schema.String,
    /** The `ImportReport` of the new file. */
    report: Schema.String
  },
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The file that a calculation writes into its scratch folder: contract section 8. */
export const calculatedFile = "quantities.json"

/** Has calculators evaluated over the products that match, into `calculatedFile`. */
export class CalculateQuantitiesJob extends Schema.TaggedRequest<CalculateQuantitiesJob>()("calculateQuantities", {
  payload: {
    /** The product table: absolute, or in the scratch folder. */
    table: Schema.String,
    /**
     * A file, absolute or in the scratch folder, as `application/operations/OperationInput.ts` writes it; where filters are told,
     * as `dataframe/query/ViewText.ts` does, or what such a file holds.
     */
    view: Schema.String,
    modelId: Schema.String,
    operationId: Schema.String,
    source: Source,
    calculators: CalculatorNames,
    filters: Schema.optional(Filters),
    /** Measures that `MeasureModelJob` wrote; null: there are none. */
    measures: Schema.NullOr(Schema.String)
  },
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The file that a calculation of dynamic properties writes into its scratch folder: contract section 8. */
export const dynamicFile = "properties.json"

/** Has dynamic properties told of the products that match, into `dynamicFile`. */
export class DynamicPropertiesJob extends Schema.TaggedRequest<DynamicPropertiesJob>()("dynamicProperties", {
  payload: {
    /** The product table: absolute, or in the scratch folder, as the others. */
    table: Schema.String,
    /** Filters and view, as `application/operations/OperationInput.ts` writes them. */
    view: Schema.String,
    /** Measures that `MeasureModelJob` wrote; null: there are none. */
    measures: Schema.NullOr(Schema.String),
    modelId: Schema.String,
    operationId: Schema.String,
    source: Source,
    fields: Schema.Array(Schema.String)
  },
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The files that an export writes into its scratch folder. */
export const exportedFiles = {
  model: "model.ifc",
  /** What was made of file and edits: contract section 8. */
  report: "report.json"
} as const

/** Has what was published written into the file of a model, as `exportedFiles`. */
export class ExportModelJob extends Schema.TaggedRequest<ExportModelJob>()("exportModel", {
  payload: {
    /** The uploaded file: absolute, or in the scratch folder, as the others. It must not change meanwhile. */
    file: Schema.String,
    /** The product table of it. */
    table: Schema.String,
    /** What lies over them, as `application/operations/OperationInput.ts` writes it with what it refers to. */
    published: Schema.String,
    /** Names the new GlobalIds. */
    version: Schema.String,
    /** In milliseconds since 1970. */
    publishedAt: Schema.Int
  },
  success: Schema.Void,
  failure: JobRefused
}) {}
