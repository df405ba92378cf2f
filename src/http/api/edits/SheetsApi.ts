import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { SheetError } from "../../../domain/edits/SheetError.ts"
import { VersionId } from "../../../domain/Identifier.ts"
import { limits } from "../../../domain/Limits.ts"
import { optional } from "../../../domain/Optional.ts"
import { UnitsParameter } from "../../../domain/products/Units.ts"
import { onModel, told } from "../../errors/Policy.ts"
import { flag } from "../common/Flag.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { word } from "../common/Word.ts"
import { dryRun, edits, previewed } from "./EditsApi.ts"

const UploadedSheet = Schema.Struct({
  uploadKey: Schema.String.annotations({ description: "The key that GET /v1/files/upload-url returned" }),
  uploadFileName: Schema.String
}).annotations({ identifier: "UploadedSheet" })

/** A table that comes back: its bytes, or the key of the blob or the upload that has them. */
export type SentSheet =
  | { readonly kind: "csv" | "workbook"; readonly bytes: Uint8Array }
  | { readonly kind: "csv" | "workbook"; readonly blob: string }
  | { readonly kind: "upload"; readonly uploadKey: string; readonly fileName: string }

const isSent = (value: unknown): value is SentSheet => typeof value === "object" && value !== null && "kind" in value

const SentSheet = Schema.transform(UploadedSheet, Schema.declare(isSent), {
  strict: true,
  decode: ({ uploadFileName, uploadKey }) => ({ kind: "upload", uploadKey, fileName: uploadFileName }) as const,
  encode: (sent) =>
    sent.kind === "upload"
      ? { uploadKey: sent.uploadKey, uploadFileName: sent.fileName }
      : { uploadKey: "", uploadFileName: "" }
})

const SheetOutcome = Schema.Struct({
  errors: Schema.Array(SheetError),
  edits: Schema.Int.annotations({ description: "Number of changed cells; 0 if there are errors" }),
  unchanged: Schema.Int.annotations({ description: "Number of cells that are no edits" }),
  ignored: Schema.Array(Schema.String).annotations({ description: "Headers that name no field" }),
  ...previewed
}).annotations({ identifier: "SheetOutcome" })

/** Tables that come back as CSV or as workbooks. Contract section 14. */
export class SheetsApi extends HttpApiGroup.make("sheets")
  .add(
    HttpApiEndpoint.post("takeBackSheet")`/v1/projects/${projectId}/models/${modelId}/products/table`
      .setPayload(SentSheet)
      .setUrlParams(
        Schema.Struct({
          dryRun,
          version: optional(
            VersionId.annotations({
              description: "The version from which the table was made. If absent, it is read from the sheet About"
            })
          ),
          units: UnitsParameter,
          strict: flag("If true, headers that name no field are refused"),
          create: flag("If true, a header Set.Name that names no field creates a new property"),
          force: flag("If true, cells are changed even if another value was published since the version of the table"),
          empty: word(["clear", "ignore"], "The effect of an emptied cell. By default it clears the value"),
          decimal: word([".", ","], "The decimal separator of CSV. By default it is a point")
        })
      )
      .addSuccess(SheetOutcome)
      .annotateContext(
        told(
          onModel("models:write", "DataEditor", {
            ...edits,
            takesDryRun: true,
            takesBytes: ["csv", "workbook"],
            mostBodyBytes: limits.editBodyBytes.most
          }),
          "Take back a table"
        )
      )
      .annotate(
        OpenApi.Description,
        "The body is CSV or an Excel workbook, or names an upload of one. Rows are identified by Guid and columns by their header. Cells that differ from the values that the caller sees become edits. Either all are applied, or none is and `errors` has an error for each faulty cell."
      )
  )
  .annotate(OpenApi.Description, "Tables of products that people have changed in a spreadsheet.") {}
