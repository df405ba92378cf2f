import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { pictureSize, thumbnailSize } from "../../../domain/models/DerivedFile.ts"
import { VersionId } from "../../../domain/Identifier.ts"
import { optional } from "../../../domain/Optional.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

const pixels = (fallback: number) => {
  const { least, most } = pictureSize
  return Schema.optionalWith(
    Schema.transform(
      Schema.String.pipe(
        Schema.filter((text) => /^[0-9]{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
          message: () => `must be an integer from ${least} to ${most}`
        })
      ),
      Schema.Number,
      { strict: true, decode: Number, encode: String }
    ).annotations({ jsonSchema: { type: "integer", minimum: least, maximum: most, default: fallback } }),
    { default: () => fallback }
  )
}

const GeometryFormat = Schema.Literal("exchange", "view")

const Format = Schema.optionalWith(
  Schema.transform(
    Schema.String.pipe(
      Schema.filter((text) => Schema.is(GeometryFormat)(text.toLowerCase()), {
        message: () => "must be exchange or view"
      })
    ),
    GeometryFormat,
    { strict: true, decode: (text) => text.toLowerCase() as typeof GeometryFormat.Type, encode: (format) => format }
  ).annotations({ jsonSchema: { type: "string", enum: GeometryFormat.literals, default: "exchange" } }),
  { default: () => "exchange" as const }
)

const Measured = Schema.Struct({
  products: Schema.Int.annotations({ description: "Products of the class" }),
  authored: Schema.Int.annotations({ description: "Products for which the model gives a value" }),
  computed: Schema.Int.annotations({ description: "Products whose shape gives a value" }),
  within1: Schema.Int.annotations({ description: "Products whose two values differ by at most 1 %" }),
  within20: Schema.Int.annotations({ description: "Products whose two values differ by at most 20 %" }),
  suspects: Schema.Array(Schema.String).annotations({ description: "Products whose value in the model is suspect" })
}).annotations({ identifier: "MeasureQuality" })

const Quality = Schema.Struct({
  byClass: Schema.Record({ key: Schema.String, value: Schema.Record({ key: Schema.String, value: Measured }) })
}).annotations({ identifier: "Quality" })

const reading = onModel("models:read", "Viewer", { isHeavy: true })

/** Results computed from the shapes of a model: geometry files, pictures, quality of its quantities. */
export class ShapesApi extends HttpApiGroup.make("shapes")
  .add(
    HttpApiEndpoint.get("geometry")`/v1/projects/${projectId}/models/${modelId}/geometry`
      .setUrlParams(
        Schema.Struct({
          format: Format,
          version: optional(
            VersionId.annotations({
              description:
                "A public version of the model: the shapes of the file that it is based on, also those of products that were deleted from it by edits"
            })
          )
        })
      )
      .addSuccess(
        Schema.Struct({ downloadUrl: Schema.String, sizeBytes: Schema.Int, triangles: Schema.Int }).annotations({
          identifier: "GeometryLink"
        })
      )
      .annotateContext(told(reading, "Get the shapes of a model as a glTF file"))
      .annotate(
        OpenApi.Description,
        "Binary glTF in metres, with Y up. `exchange` has a node for each product, named by its GlobalId, for other tools. `view` has few large compressed meshes with feature ids, for viewers. Uses the latest public version unless `version` names another."
      )
  )
  .add(
    HttpApiEndpoint.get("picture")`/v1/projects/${projectId}/models/${modelId}/image`
      .setUrlParams(Schema.Struct({ width: pixels(thumbnailSize.width), height: pixels(thumbnailSize.height) }))
      .addSuccess(Schema.Struct({ downloadUrl: Schema.String }).annotations({ identifier: "PictureLink" }), {
        status: 302
      })
      .annotateContext(told(reading, "Get a picture of a model"))
      .annotate(OpenApi.Description, "Redirects to a PNG picture of the latest public version.")
  )
  .add(
    HttpApiEndpoint.get("quality")`/v1/projects/${projectId}/models/${modelId}/quality`
      .addSuccess(Quality)
      .annotateContext(told(reading, "Compare the quantities of a model with its shapes"))
      .annotate(
        OpenApi.Description,
        "Returns, by class and quantity, how many products have a value in the model, how many have one from their shape, and how well the two agree. Uses the latest public version."
      )
  )
  .annotate(OpenApi.Description, "Files, pictures and comparisons that are made from the shapes of a model.") {}
