import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { limits } from "../../../domain/Limits.ts"
import { Coloring, Component, Viewpoint, Visibility } from "../../../domain/topics/Viewpoint.ts"
import { ViewpointDraft } from "../../../domain/topics/ViewpointDraft.ts"
import { inProject, told } from "../../errors/Policy.ts"
import { bitmapGuid, projectId, topicGuid, viewpointGuid } from "../common/Parameters.ts"

const reads = inProject("topics", "models:read", "User", { malformedIdentifier: 400 })
const writes = inProject("topics", "models:write", "User", { malformedIdentifier: 400 })

const Selection = Schema.Struct({ selection: Schema.Array(Component) }).annotations({ identifier: "BcfSelection" })
const Colored = Schema.Struct({ coloring: Schema.Array(Coloring) }).annotations({ identifier: "BcfColored" })
const Visible = Schema.Struct({ visibility: Visibility }).annotations({ identifier: "BcfVisible" })

const picture = {
  200: { description: "A PNG or JPEG", content: { "*/*": { schema: { type: "string", format: "binary" } } } }
}

/** Viewpoints of topics, by the BCF API 3.0. Contract section 18. */
export class ViewpointsApi extends HttpApiGroup.make("viewpoints")
  .add(
    HttpApiEndpoint.get("listViewpoints")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints`
      .addSuccess(Schema.Array(Viewpoint))
      .annotateContext(told(reads, "List the viewpoints of a topic", "In the order of creation."))
  )
  .add(
    HttpApiEndpoint.post("createViewpoint")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints`
      .setPayload(ViewpointDraft)
      .addSuccess(Viewpoint, { status: 201 })
      .annotateContext(
        told(
          { ...writes, refusals: [409], keepsAnswer: true, mostBodyBytes: limits.viewpointBytes.most },
          "Create a viewpoint",
          "Viewpoints never change. Pictures are PNG or JPEG in base 64; their type is told by their bytes."
        )
      )
  )
  .add(
    HttpApiEndpoint.get("readViewpoint")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}`
      .addSuccess(Viewpoint)
      .annotateContext(told(reads, "Read a viewpoint"))
  )
  .add(
    HttpApiEndpoint.del(
      "deleteViewpoint"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}`
      .addSuccess(HttpApiSchema.Empty(200))
      .annotateContext(told(writes, "Delete a viewpoint"))
  )
  .add(
    HttpApiEndpoint.get(
      "readSnapshot"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}/snapshot`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(reads, "Read the snapshot of a viewpoint"))
      .annotate(OpenApi.Override, { responses: picture })
  )
  .add(
    HttpApiEndpoint.get(
      "readBitmap"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}/bitmaps/${bitmapGuid}`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(reads, "Read a bitmap of a viewpoint"))
      .annotate(OpenApi.Override, { responses: picture })
  )
  .add(
    HttpApiEndpoint.get(
      "readSelection"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}/selection`
      .addSuccess(Selection)
      .annotateContext(told(reads, "Read the selected components of a viewpoint"))
  )
  .add(
    HttpApiEndpoint.get(
      "readColoring"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}/coloring`
      .addSuccess(Colored)
      .annotateContext(told(reads, "Read the coloured components of a viewpoint"))
  )
  .add(
    HttpApiEndpoint.get(
      "readVisibility"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/viewpoints/${viewpointGuid}/visibility`
      .addSuccess(Visible)
      .annotateContext(told(reads, "Read which components of a viewpoint are visible"))
  )
  .annotate(
    OpenApi.Description,
    "Viewpoints of topics: camera, section planes, selection, visibility, colours and pictures, by the BCF API 3.0."
  ) {}
