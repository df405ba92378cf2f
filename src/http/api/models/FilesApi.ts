import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { fileName, ticket } from "../common/Parameters.ts"
import { bytes, ofRangedFile, takesRange } from "../common/RangedFile.ts"
import { withoutToken, withScope, told } from "../../errors/Policy.ts"

/** A signed URL to upload a file to, with its expiry. */
const UploadTicket = Schema.Struct({
  uploadKey: Schema.String,
  uploadUrl: Schema.String,
  method: Schema.Literal("PUT"),
  expiresAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "UploadTicket" })

const ticketPolicy = withScope("files", "models:write")

/** Uploads and downloads by signed URLs. Contract section 11. */
export class FilesApi extends HttpApiGroup.make("files")
  .add(
    HttpApiEndpoint.get("uploadUrl")`/v1/files/upload-url`
      .addSuccess(UploadTicket)
      .annotateContext(told(ticketPolicy, "Get a place to upload a file to"))
      .annotate(
        OpenApi.Description,
        "PUT the bytes to `uploadUrl` within an hour, then send `uploadKey` when creating the model. A key can be used for one model. Returns 429 if the caller has 200 open keys, or unused uploads of 20 times the largest upload."
      )
  )
  .add(
    HttpApiEndpoint.get("uploadUrlOlder")`/v1/upload-url`
      .addSuccess(UploadTicket)
      .annotateContext(told(ticketPolicy, "Get a place to upload a file to (older path)"))
      .annotate(OpenApi.Deprecated, true)
  )
  .add(
    HttpApiEndpoint.put("upload")`/v1/files/uploads/${ticket}`
      .addSuccess(Schema.Void, { status: 200 })
      .annotateContext(told(withoutToken("files", [400, 403, 408, 413, 429], { isHeavy: true }), "Upload a file"))
      .annotate(OpenApi.Override, {
        requestBody: { required: true, description: "The bytes of the file; any media type", content: bytes },
        responses: { 200: { description: "The file is stored" } }
      })
      .annotate(OpenApi.Description, "The URL is the `uploadUrl` of an earlier answer. It needs no token.")
  )
  .add(
    HttpApiEndpoint.get("download")`/v1/files/downloads/${ticket}/${fileName}`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(withoutToken("files", [403, 404]), "Download a file"))
      .annotate(OpenApi.Override, {
        responses: {
          ...ofRangedFile,
          302: { description: "The file can be downloaded at the URL in `Location`" }
        }
      })
      .annotate(
        OpenApi.Description,
        `The URL is a \`downloadUrl\`, \`reportUrl\` or \`image\` of an earlier answer. It needs no token and is valid for seven days. ${takesRange}`
      )
  )
  .annotate(OpenApi.Description, "Uploads and downloads of files, by URLs that need no token.") {}
