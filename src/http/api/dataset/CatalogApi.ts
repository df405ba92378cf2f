import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Policy, withScope } from "../../errors/Policy.ts"

/**
 * The read part of the Iceberg REST catalog, with locations of the storage and with http paths. Its paths are those of
 * the Iceberg specification, so it is not part of the OpenAPI document. Contract section 16.
 */
export class CatalogApi extends HttpApiGroup.make("catalog")
  .add(HttpApiEndpoint.get("readCatalog")`/iceberg/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.post("writeCatalog")`/iceberg/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.put("replaceCatalog")`/iceberg/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.del("deleteCatalog")`/iceberg/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.get("readHttpCatalog")`/iceberg-http/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.post("writeHttpCatalog")`/iceberg-http/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.put("replaceHttpCatalog")`/iceberg-http/v1/*`.addSuccess(Schema.Unknown))
  .add(HttpApiEndpoint.del("deleteHttpCatalog")`/iceberg-http/v1/*`.addSuccess(Schema.Unknown))
  .annotateEndpoints(Policy, withScope("iceberg", "models:read"))
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
