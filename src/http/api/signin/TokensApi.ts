import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import type { Scope } from "../../../domain/Principal.ts"
import {
  ProgramToken,
  ProgramTokenDraft,
  ProjectToken,
  ShownProgramToken
} from "../../../domain/signin/ProgramToken.ts"
import { projectId, tokenId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told, withScope } from "../../errors/Policy.ts"

const own = (scope: Scope, more: Partial<PolicyShape> = {}) =>
  withScope("tokens", scope, { malformedIdentifier: 400, programs: "none", ...more })
const owned = (scope: Scope) => inProject("tokens", scope, "Owner", { malformedIdentifier: 400 })

/** Tokens for programs. Contract section 15. */
export class TokensApi extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("listTokens")`/v1/tokens`
      .addSuccess(Schema.Struct({ tokens: Schema.Array(ProgramToken) }).annotations({ identifier: "ListTokensAnswer" }))
      .annotateContext(told(own("projects:read"), "List one's tokens for programs", "In the order of their creation."))
  )
  .add(
    HttpApiEndpoint.post("createToken")`/v1/tokens`
      .setPayload(ProgramTokenDraft)
      .addSuccess(ShownProgramToken, { status: 201 })
      .annotateContext(
        told(own("projects:write", { keepsAnswer: true, showsSecret: true }), "Create a token for a program")
      )
      .annotate(
        OpenApi.Description,
        "The token acts as the caller, with these scopes, in these projects. This answer shows it once: it is not kept for its `Idempotency-Key`, and a repetition is 400 `IdempotencyKeyReused`."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteToken")`/v1/tokens/${tokenId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(own("projects:write"), "Delete a token for a program"))
  )
  .add(
    HttpApiEndpoint.get("listProjectTokens")`/v1/projects/${projectId}/tokens`
      .addSuccess(
        Schema.Struct({ tokens: Schema.Array(ProjectToken) }).annotations({ identifier: "ListProjectTokensAnswer" })
      )
      .annotateContext(
        told(
          owned("projects:read"),
          "List the tokens for programs that reach the project",
          "Those of all members, in the order of their creation."
        )
      )
  )
  .add(
    HttpApiEndpoint.del("shutOutToken")`/v1/projects/${projectId}/tokens/${tokenId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(
          owned("projects:write"),
          "Shut a token for programs out of the project",
          "It goes on to work in the other projects that it reaches."
        )
      )
  )
  .annotate(OpenApi.Description, "Tokens with which programs act for a user. `/v1/tokens` itself refuses them: 403.") {}
