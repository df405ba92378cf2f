import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ProjectId } from "../../../domain/Identifier.ts"
import { maybe } from "../../../domain/Optional.ts"
import { mostBodyBytes } from "./AuthApi.ts"
import { Policy, withoutToken } from "../../errors/Policy.ts"

const html = HttpApiSchema.Text({ contentType: "text/html" })

// All members are optional: the page says what is missing.
const typed = { user: maybe(Schema.String), password: maybe(Schema.String) }

const page = withoutToken("auth")
const form = withoutToken("auth", [], { takesForm: true, mostBodyBytes })

/** The pages where users enter their passwords, for browsers. Not part of the OpenAPI document. Contract section 4. */
export class SignInApi extends HttpApiGroup.make("signIn")
  .add(HttpApiEndpoint.get("signInPage")`/v1/auth/sign-in`.addSuccess(html).annotate(Policy, page))
  .add(
    HttpApiEndpoint.post("signIn")`/v1/auth/sign-in`
      .setPayload(Schema.Struct({ request: maybe(Schema.String), decision: maybe(Schema.String), ...typed }))
      .addSuccess(html)
      .annotate(Policy, form)
  )
  .add(HttpApiEndpoint.get("firstUserPage")`/v1/auth/first-user`.addSuccess(html).annotate(Policy, page))
  .add(
    HttpApiEndpoint.post("firstUser")`/v1/auth/first-user`
      .setPayload(Schema.Struct({ secret: maybe(Schema.String), ...typed }))
      .addSuccess(html)
      .annotate(Policy, form)
  )
  .add(HttpApiEndpoint.get("passwordPage")`/v1/auth/password`.addSuccess(html).annotate(Policy, page))
  .add(
    HttpApiEndpoint.post("setPassword")`/v1/auth/password`
      .setPayload(Schema.Struct({ secret: maybe(Schema.String), password: maybe(Schema.String) }))
      .addSuccess(html)
      .annotate(Policy, form)
  )
  .add(
    // For the page under /app alone, which has the secret of the invitation.
    HttpApiEndpoint.post("invitedUser")`/v1/auth/invited-user`
      .setPayload(Schema.Struct({ secret: maybe(Schema.String), ...typed }))
      .addSuccess(Schema.Struct({ projectId: ProjectId }), { status: 201 })
      .annotate(Policy, withoutToken("members", [], { isShared: false, mostBodyBytes }))
  )
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
