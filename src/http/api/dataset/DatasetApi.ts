import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ModelId, VersionId } from "../../../domain/Identifier.ts"
import { inProject, told, withoutToken } from "../../errors/Policy.ts"
import { fileName, projectId, ticket } from "../common/Parameters.ts"
import { ofRangedFile, takesRange } from "../common/RangedFile.ts"

const ShownTable = Schema.Struct({
  metadataLocation: Schema.String.annotations({
    description: "The metadata file, for engines that reach the folder or bucket of the service"
  }),
  httpMetadataUrl: Schema.String.annotations({
    description: "The metadata of this snapshot over HTTP, without a token, for seven days"
  }),
  snapshotId: Schema.String,
  rows: Schema.Int,
  sizeBytes: Schema.Int
}).annotations({ identifier: "DatasetTable" })

const ShownDataset = Schema.Struct({
  tables: Schema.Struct({ products: ShownTable, properties: ShownTable, quantities: ShownTable }),
  models: Schema.Array(Schema.Struct({ modelId: ModelId, modelVersionId: VersionId })),
  updatedAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "Dataset" })

const folder = HttpApiSchema.param("folder", Schema.String)

/** The open dataset of a project. Contract section 16. */
export class DatasetApi extends HttpApiGroup.make("dataset")
  .add(
    HttpApiEndpoint.get("readDataset")`/v1/projects/${projectId}/dataset`
      .addSuccess(ShownDataset)
      .annotateContext(
        told(inProject("models", "models:read", "User", { malformedIdentifier: 400 }), "Read where the open dataset is")
      ) // prettier-ignore
      .annotate(
        OpenApi.Description,
        "Returns the Apache Iceberg tables of the public content of the project: products, properties and quantities. They follow each import, publication and removal within seconds. Returns 403 if some model of the project is hidden from the caller, and 404 if the service keeps no datasets."
      )
  )
  .add(
    HttpApiEndpoint.get("readDatasetFile")`/v1/files/datasets/${ticket}/${folder}/${fileName}`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(withoutToken("files", [403, 404]), "Read a file of the open dataset"))
      .annotate(OpenApi.Override, { responses: ofRangedFile })
      .annotate(
        OpenApi.Description,
        `The URL is a \`httpMetadataUrl\`, or one that the files there name. It needs no token and is valid for seven days. ${takesRange}`
      )
  )
  .annotate(OpenApi.Description, "Apache Iceberg tables of the public data of a project, for other engines.") {}
