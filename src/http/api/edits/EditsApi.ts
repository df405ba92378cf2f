import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ModificationText } from "../../../dataframe/edits/judgement/ModificationText.ts"
import { ModificationError } from "../../../domain/edits/Modification.ts"
import { maybe } from "../../../domain/Optional.ts"
import { Description, Name } from "../../../domain/Text.ts"
import { limits } from "../../../domain/Limits.ts"
import { flag } from "../common/Flag.ts"
import { paged, Paging } from "../common/Paging.ts"
import { modelId, productId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

/** The reasons why nothing was modified; empty if everything was. */
const ModificationErrors = Schema.Struct({ errors: Schema.Array(ModificationError) }).annotations({
  identifier: "ModificationErrors"
})

const Publication = Schema.Struct({
  title: Name.annotations({ description: "The title of the new public version" }),
  description: maybe(Description)
}).annotations({ identifier: "Publication" })

const scalar = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

/** A changed cell, as lists of changes have it. */
const Change = Schema.Struct({
  guid: Schema.String,
  field: Schema.String,
  before: scalar,
  after: scalar,
  change: Schema.Literal("Added", "Changed", "Removed").annotations({
    description:
      "`Added` if the product did not have the property, code or reference before, `Removed` if it no longer has it, `Changed` otherwise"
  })
}).annotations({ identifier: "Change" })

/** A page of changes: changed cells, and added and removed products. Paging counts them together, cells last. */
export const ChangesPage = Schema.Struct({
  changes: Schema.Array(Change),
  added: Schema.Array(Schema.String).annotations({ description: "Guids of products" }),
  deleted: Schema.Array(Schema.String).annotations({ description: "Guids of products" }),
  ...paged
}).annotations({ identifier: "ChangesPage" })

/** The changes that a dry run found. */
export const previewed = {
  changes: Schema.optional(
    Schema.Array(Change).annotations({
      description: `Only with dryRun=true: what would change for the caller, at most ${limits.changesOfDryRun.most} cells`
    })
  )
}

const ModificationOutcome = Schema.Struct({ ...ModificationErrors.fields, ...previewed }).annotations({
  identifier: "ModificationOutcome"
})

export const dryRun = flag(
  "If true, the request is checked and nothing is stored. This needs no session and renews none."
)

export const edits = { session: "needed", keepsAnswer: true } as const

/** Changes to a model that only their user sees until they are published (M12 to M15). Contract section 7. */
export class EditsApi extends HttpApiGroup.make("edits")
  .add(
    HttpApiEndpoint.post("modifyProducts")`/v1/projects/${projectId}/models/${modelId}/products`
      .setPayload(ModificationText)
      .setUrlParams(Schema.Struct({ dryRun }))
      .addSuccess(ModificationOutcome)
      .annotateContext(
        told(
          onModel("models:write", "DataEditor", {
            ...edits,
            takesDryRun: true,
            mostBodyBytes: limits.editBodyBytes.most
          }),
          "Modify product properties"
        )
      )
      .annotate(
        OpenApi.Description,
        "Either all modifications are applied, or none is and `errors` has an error for each faulty cell. Only the caller sees the changes until they are published."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteProduct")`/v1/projects/${projectId}/models/${modelId}/products/${productId}`
      .addSuccess(ModificationErrors)
      .annotateContext(told(onModel("models:write", "Modeler", { session: "needed" }), "Delete a product"))
      .annotate(
        OpenApi.Description,
        "Its parts and openings are deleted with it; doors and windows in the openings stay. Only the caller sees the deletion until it is published."
      )
  )
  .add(
    HttpApiEndpoint.post("publish")`/v1/projects/${projectId}/models/${modelId}/publish`
      .setPayload(Publication)
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(onModel("models:write", "DataEditor", edits), "Publish the caller's changes"))
      .annotate(
        OpenApi.Description,
        "The changes become a new public version of the model. Without changes no version is made."
      )
  )
  .add(
    HttpApiEndpoint.post("discard")`/v1/projects/${projectId}/models/${modelId}/discard`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(onModel("models:write", "DataEditor", { ...edits, isRelief: true }), "Discard the caller's changes")
      )
  )
  .add(
    HttpApiEndpoint.get("listChanges")`/v1/projects/${projectId}/models/${modelId}/changes`
      .setUrlParams(Paging)
      .addSuccess(ChangesPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "List the caller's unpublished changes"))
      .annotate(OpenApi.Description, "Lists the differences from the latest public version.")
  )
  .annotate(OpenApi.Description, "Changes of properties and deletions of products, made in a modification session.") {}
