import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { Policy, withoutToken, withScope } from "./Policy.ts"

/** Where to put a file, and until when. */
const UploadTicket = Schema.Struct({
  uploadKey: Schema.String,
  uploadUrl: Schema.String,
  method: Schema.Literal("PUT"),
  expiresAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "UploadTicket" })

const ticketPolicy = withScope("files", "models:write")

/** Uploads and downloads by signed URLs. Contract section 11. */
export class FilesApi extends HttpApiGroup.make("files")
  .add(HttpApiEndpoint.get("uploadUrl", "/v1/files/upload-url").addSuccess(UploadTicket).annotate(Policy, ticketPolicy))
  .add(HttpApiEndpoint.get("uploadUrlOlder", "/v1/upload-url").addSuccess(UploadTicket).annotate(Policy, ticketPolicy))
  .add(
    HttpApiEndpoint.put("upload", "/v1/files/uploads/:ticket")
      .setPath(Schema.Struct({ ticket: Schema.String }))
      .addSuccess(Schema.Void, { status: 200 })
      .annotate(Policy, withoutToken("files"))
  )
  .add(
    HttpApiEndpoint.get("download", "/v1/files/downloads/:ticket/:fileName")
      .setPath(Schema.Struct({ ticket: Schema.String, fileName: Schema.String }))
      .addSuccess(Schema.Unknown)
      .annotate(Policy, withoutToken("files"))
  ) {}
