import * as Schema from "effect/Schema"
import { CalculatorNames } from "../../domain/products/CalculatorNames.ts"
import { GeoReference, Offset } from "../../domain/models/Coordinates.ts"
import { DerivedName } from "../../domain/models/DerivedFile.ts"
import { Filters } from "../../domain/products/Filter.ts"
import { CheckStatus } from "../../domain/operations/CheckStatus.ts"
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

/** The files that reading a model file adds to the scratch folder. */
const made = {
  /** The IFC file converted from the model file; null: the model file is an IFC file itself. */
  made: Schema.NullOr(Schema.String),
  /** The `picture` of the file; null if it has none. */
  picture: Schema.NullOr(Schema.String)
}

/** Makes the IFC file that represents a model file. */
export class MakeIfcJob extends Schema.TaggedRequest<MakeIfcJob>()("makeIfc", {
  payload: {
    /** Path of the model file: absolute, or in the scratch folder. The file must not change during the job. */
    file: Schema.String,
    /** An extension of one of the `ModelFormats`. */
    format: Schema.String,
    /** `Converters` that a format may call. */
    converters
  },
  success: Schema.Struct({ ...made, warnings: Schema.Array(Schema.String) }),
  failure: JobRefused
}) {}

/** Reads a model file into `importedFiles` and returns statistics of it. */
export class ImportModelJob extends Schema.TaggedRequest<ImportModelJob>()("importModel", {
  payload: {
    /** Path of the file to read: absolute, or in the scratch folder. The file must not change during the job. */
    file: Schema.String,
    /** An extension of one of the `ModelFormats`. */
    format: Schema.String,
    /** Guid of the model that the file is imported as. */
    modelGuid: Schema.String,
    /** `Converters` that a format may call. */
    converters,
    /**
     * The current state of the model if this is a new file for it: paths of its product table, of a JSON list of the
     * codes that published edits refer to, and of lines with the JSON of those edits, as `worker/jobs/KnownCodes.ts`
     * takes them.
     */
    current: Schema.optional(Schema.Struct({ table: Schema.String, codes: Schema.String, edits: Schema.String })),
    /** Sentences for the report, about changes that were made to the file before. */
    warnings: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
  },
  success: Schema.Struct({
    products: Schema.Int,
    /** The schema that the IFC file names. */
    schema: Schema.NullOr(Schema.String),
    position: GeoReference,
    ...made
  }),
  failure: JobRefused
}) {}

/** The files that measuring a model writes into its scratch folder. */
export const measuredFiles = {
  /** Measures of the products, as `geometry/measures` reads them. */
  measures: "measures.bin",
  exchange: "exchange.glb",
  view: "view.glb",
  picture: "picture.png"
} as const

/**
 * The file in the scratch folder that names the element that is being meshed. The name is padded with spaces and has no
 * meaning outside of the job; the file is blank if no element is being meshed.
 */
export const begunElement = "element.txt"

/**
 * Meshes, measures, writes and draws the geometry of an IFC file into `measuredFiles`, or writes those files for a
 * model without geometry. Returns the numbers of triangles stored, and the offset that the view file subtracts from the
 * coordinates.
 */
export class MeasureModelJob extends Schema.TaggedRequest<MeasureModelJob>()("measureModel", {
  payload: {
    /**
     * Path of the IFC file: absolute, or in the scratch folder. The file must not change during the job. Null: treat
     * the model as one without geometry.
     */
    file: Schema.NullOr(Schema.String),
    /** Its product table. */
    table: Schema.String,
    /** The `ImportReport` of the file, to which findings about the geometry are added; null: there is none. */
    report: Schema.NullOr(Schema.String),
    /** A PNG used as the preview of a file without geometry; null: the preview is drawn. */
    picture: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
    /**
     * The elements to leave out because meshing them took too long, as `begunElement` named them. If there are more
     * than `limits.endlessElements`, all elements after the last one are left out, too.
     */
    without: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
  },
  success: Schema.Struct({ exchangeTriangles: Schema.Int, viewTriangles: Schema.Int, offset: Offset }),
  failure: JobRefused
}) {}

/** Makes the file `name` from the published state of a model and returns the number of triangles in it. */
export class DeriveFilesJob extends Schema.TaggedRequest<DeriveFilesJob>()("deriveFiles", {
  payload: {
    name: DerivedName,
    /** Path of the product table: absolute, or in the scratch folder, like the other paths. */
    table: Schema.String,
    /** The edits to apply to the table, as `application/operations/OperationInput.ts` writes them with a view. */
    published: Schema.String,
    /** Files written by `MeasureModelJob`; null: the model has no geometry. */
    geometry: Schema.NullOr(Schema.Struct({ measures: Schema.String, exchange: Schema.String }))
  },
  success: Schema.Struct({ triangles: Schema.Int }),
  failure: JobRefused
}) {}

/** The files that a comparison writes into its scratch folder. */
export const comparedFiles = {
  /** An `ImportReport` with the numbers of added, changed and deleted products. */
  report: "compared.json",
  /** The changes, read by `application/edits/ComparedChanges.ts`. */
  changes: "changes.jsonl"
} as const

/** Compares the table of a new file with the current version and writes `comparedFiles`. */
export class CompareModelsJob extends Schema.TaggedRequest<CompareModelsJob>()("compareModels", {
  payload: {
    /** Paths of the product tables: absolute, or in the scratch folder. */
    before: Schema.String,
    after: Schema.String,
    /**
     * Path of a file, absolute or in the scratch folder, with the view as `dataframe/query/ViewText.ts` writes it and
     * the published edits.
     */
    view: Schema.String,
    /** The `ImportReport` of the new file. */
    report: Schema.String
  },
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The file that a calculation writes into its scratch folder: contract section 8. */
export const calculatedFile = "quantities.json"

/** Evaluates calculators for the matching products and writes `calculatedFile`. */
export class CalculateQuantitiesJob extends Schema.TaggedRequest<CalculateQuantitiesJob>()("calculateQuantities", {
  payload: {
    /** Path of the product table: absolute, or in the scratch folder. */
    table: Schema.String,
    /**
     * Path of a file, absolute or in the scratch folder, as `application/operations/OperationInput.ts` writes it. If
     * `filters` is given, the file is written by `dataframe/query/ViewText.ts`, or this is the content of such a file.
     */
    view: Schema.String,
    modelId: Schema.String,
    operationId: Schema.String,
    source: Source,
    calculators: CalculatorNames,
    filters: Schema.optional(Filters),
    /** Measures written by `MeasureModelJob`; null: there are none. */
    measures: Schema.NullOr(Schema.String)
  },
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The file that a calculation of dynamic properties writes into its scratch folder: contract section 8. */
export const dynamicFile = "properties.json"

/** Calculates dynamic properties of the matching products and writes `dynamicFile`. */
export class DynamicPropertiesJob extends Schema.TaggedRequest<DynamicPropertiesJob>()("dynamicProperties", {
  payload: {
    /** Path of the product table: absolute, or in the scratch folder, like the other paths. */
    table: Schema.String,
    /** Question and view, as `application/operations/OperationInput.ts` writes them. */
    view: Schema.String,
    /** Measures written by `MeasureModelJob`; null: there are none. */
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
  /** Report on how the edits were written into the file: contract section 8. */
  report: "report.json"
} as const

/** A file and the edits to write into it. */
const editedFile = {
  /**
   * Path of the uploaded file: absolute, or in the scratch folder, like the other paths. The file must not change
   * during the job.
   */
  file: Schema.String,
  /** Path of its product table. */
  table: Schema.String,
  /** The edits to apply, as `application/operations/OperationInput.ts` writes them with the items they refer to. */
  published: Schema.String,
  /** Model version id from which the new GlobalIds are derived. */
  version: Schema.String,
  /** Time of publication, in milliseconds since 1970. */
  publishedAt: Schema.Int
}

/** Writes the published edits into the file of a model, as `exportedFiles`. */
export class ExportModelJob extends Schema.TaggedRequest<ExportModelJob>()("exportModel", {
  payload: editedFile,
  success: Schema.Void,
  failure: JobRefused
}) {}

/** The files that a check writes into its scratch folder. */
export const checkedFiles = {
  /** The result: contract section 17. */
  result: "check.json",
  /** Every failure. */
  csv: "failures.csv",
  /** A BCF 3.0 file. */
  topics: "failures.bcfzip"
} as const

/** The members of a result that identify its check. */
const AboutCheck = Schema.Struct({
  operationId: Schema.String,
  modelId: Schema.String,
  modelGuid: Schema.String,
  modelName: Schema.String,
  source: Source,
  requirements: Schema.Struct({ id: Schema.Int, title: Schema.String }),
  startedBy: Schema.String
})

/**
 * Checks the file of a model with its edits against a document of requirements, writes `checkedFiles`, and returns the
 * outcome.
 */
export class CheckModelJob extends Schema.TaggedRequest<CheckModelJob>()("checkModel", {
  payload: {
    ...editedFile,
    /** Path of the .ids file. */
    document: Schema.String,
    about: AboutCheck
  },
  success: Schema.Struct({
    result: CheckStatus,
    specifications: Schema.Struct({ passed: Schema.Int, failed: Schema.Int, notApplicable: Schema.Int }),
    failures: Schema.Int
  }),
  failure: JobRefused
}) {}
