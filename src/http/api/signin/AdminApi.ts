import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"
import {
  AdminAuditEntry,
  AdminClient,
  AdminOperation,
  AdminUser,
  ClientDraft,
  NewUserDraft,
  PasswordLink,
  ProjectStorage,
  ShownClient
} from "../../../domain/signin/Admin.ts"
import { clientId, userId } from "../common/Parameters.ts"
import { paged, Paging } from "../common/Paging.ts"
import { type PolicyShape, told, withScope } from "../../errors/Policy.ts"

const admin = (more: Partial<PolicyShape> = {}) =>
  withScope("tokens", "admin", { malformedIdentifier: 400, programs: "none", ...more })
const showing = (...refusals: ReadonlyArray<number>) => admin({ keepsAnswer: true, showsSecret: true, refusals })

const bytes = Schema.Number.annotations({ jsonSchema: { type: "integer" } })

const AdminHealth = Schema.Struct({
  status: Schema.Literal("ready", "unavailable"),
  checks: Schema.Record({ key: Schema.String, value: Schema.String }),
  version: Schema.String,
  waiting: Schema.Array(
    Schema.Struct({ kind: Schema.String, status: Schema.Literal("Queued", "InProgress"), count: Schema.Int })
  ),
  workers: Schema.Struct({ alive: Schema.Int, busy: Schema.Int, wanted: Schema.Int }).annotations({
    description: "Worker processes of the process that answers"
  })
}).annotations({ identifier: "AdminHealth" })

const passwords =
  "Only if users sign in with passwords of this service; elsewhere there is no such path. The link is good once, for 24 hours."

/** The administration of the service, for operators. Contract section 20. */
export class AdminApi extends HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.get("listUsers")`/v1/admin/users`
      .setUrlParams(Paging)
      .addSuccess(Schema.Struct({ users: Schema.Array(AdminUser), ...paged }).annotations({ identifier: "UsersPage" }))
      .annotateContext(
        told(
          admin(),
          "List the users",
          "Those with an account and those who have called, ordered by creation. One whose account was deleted is left out until the user calls again."
        )
      )
  )
  .add(
    HttpApiEndpoint.post("createUser")`/v1/admin/users`
      .setPayload(NewUserDraft)
      .addSuccess(PasswordLink, { status: 201 })
      .annotateContext(told(showing(404), "Create a user, and the link where the password is set", passwords))
  )
  .add(
    HttpApiEndpoint.del("deleteUser")`/v1/admin/users/${userId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(
          admin({ refusals: [400, 404] }),
          "Delete a user",
          "Revokes everything issued to the user; memberships stay. The last operator cannot be deleted: 400."
        )
      )
  )
  .add(
    HttpApiEndpoint.post("revokeUser")`/v1/admin/users/${userId}/revoke`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(
          admin({ keepsAnswer: true, refusals: [404] }),
          "Revoke everything issued to a user",
          "Ends sign-ins and tokens for programs, and refuses access tokens issued before."
        )
      )
  )
  .add(
    HttpApiEndpoint.post("linkPassword")`/v1/admin/users/${userId}/password`
      .addSuccess(PasswordLink, { status: 201 })
      .annotateContext(told(showing(404), "Create a link where a user sets another password", passwords))
  )
  .add(
    HttpApiEndpoint.get("listClients")`/v1/admin/clients`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ clients: Schema.Array(AdminClient), ...paged }).annotations({ identifier: "ClientsPage" })
      )
      .annotateContext(told(admin(), "List the registered clients", "Ordered by creation."))
  )
  .add(
    HttpApiEndpoint.post("createClient")`/v1/admin/clients`
      .setPayload(ClientDraft)
      .addSuccess(ShownClient, { status: 201 })
      .annotateContext(told(showing(), "Register a client", "This answer shows its secret once, if it has one."))
  )
  .add(
    HttpApiEndpoint.del("deleteClient")`/v1/admin/clients/${clientId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(admin({ refusals: [404] }), "Remove a client", "Ends its sign-ins."))
  )
  .add(
    HttpApiEndpoint.get("readStorage")`/v1/admin/storage`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({
          databaseBytes: bytes,
          fileBytes: bytes,
          freeBytes: optional(bytes),
          projects: Schema.Array(ProjectStorage),
          ...paged
        }).annotations({ identifier: "StoragePage" })
      )
      .annotateContext(told(admin({ isHeavy: true }), "Read what takes up space"))
  )
  .add(
    HttpApiEndpoint.get("listAllAudits")`/v1/admin/audit`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ entries: Schema.Array(AdminAuditEntry), ...paged }).annotations({
          identifier: "AdminAuditPage"
        })
      )
      .annotateContext(told(admin(), "Read the audits of all projects and of the service", "Newest first."))
  )
  .add(
    HttpApiEndpoint.get("listAllOperations")`/v1/admin/operations`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ operations: Schema.Array(AdminOperation), ...paged }).annotations({
          identifier: "AdminOperationsPage"
        })
      )
      .annotateContext(
        told(admin(), "List the operations of all projects", "Newest first, without names, texts and results.")
      )
  )
  .add(
    HttpApiEndpoint.get("readHealth")`/v1/admin/health`
      .addSuccess(AdminHealth)
      .annotateContext(told(admin(), "Read the state of the service"))
  )
  .annotate(
    OpenApi.Description,
    "For operators, with a token of the scope `admin`. Each call is in the audit. Operators see no content of projects that they are no members of."
  ) {}
