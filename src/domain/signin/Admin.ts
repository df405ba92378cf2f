import * as Schema from "effect/Schema"
import { AuditEntry } from "../audit/AuditEntry.ts"
import { OperationId, ProjectId } from "../Identifier.ts"
import { OperationKind, OperationStatus } from "../operations/Operation.ts"
import { maybe, optional } from "../Optional.ts"
import { Scope, UserId, userNameFault } from "../Principal.ts"
import { list } from "../Text.ts"
import { ClientId, mostRedirectUris } from "./Client.ts"

const time = Schema.String.annotations({ description: "RFC 3339, in UTC" })

/** A user as operators see it: one with a password, or one who has called the service. */
export const AdminUser = Schema.Struct({
  userId: Schema.String,
  name: optional(Schema.String),
  operator: Schema.Boolean.annotations({
    description: "False for all if users sign in at a provider: a claim of the token says who is one"
  }),
  createdAt: time,
  lastSeenAt: optional(time).annotations({
    description: "The last request with a good token, to ten minutes; absent if there was none"
  })
}).annotations({ identifier: "AdminUser" })
export type AdminUser = typeof AdminUser.Type

/** The name that a user signs in with, as an operator sends it. */
export const NewUserDraft = Schema.Struct({
  userId: UserId.pipe(Schema.filter((text) => userNameFault(text) ?? true)),
  operator: maybe(Schema.Boolean)
}).annotations({ identifier: "NewUserDraft" })

/** A link by which a user sets a password, which is shown once. */
export const PasswordLink = Schema.Struct({
  userId: Schema.String,
  url: Schema.String.annotations({
    description: "The page where the password is set; it is shown here and never again"
  }),
  expiresAt: time
}).annotations({ identifier: "PasswordLink" })

export const AdminClient = Schema.Struct({
  id: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scopes: Schema.Array(Scope),
  hasSecret: Schema.Boolean,
  selfRegistered: optional(Schema.Boolean).annotations({ description: "True: the program registered itself" }),
  name: optional(Schema.String).annotations({ description: "The name that it claims; nobody has checked it" })
}).annotations({ identifier: "AdminClient" })

/** A new client with its secret, which is shown once; absent if it has none. */
export const ShownClient = Schema.Struct({
  ...AdminClient.fields,
  secret: optional(Schema.String)
}).annotations({ identifier: "ShownClient" })

export const ClientDraft = Schema.Struct({
  id: ClientId,
  redirectUris: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(mostRedirectUris)),
  scopes: maybe(list(Scope).pipe(Schema.minItems(1))),
  secret: maybe(Schema.Boolean).annotations({ description: "True: the client gets a secret" })
}).annotations({ identifier: "ClientDraft" })
export type ClientDraft = typeof ClientDraft.Type

/** An operation as operators see it, without any content of its project. */
export const AdminOperation = Schema.Struct({
  operationId: Schema.typeSchema(OperationId),
  kind: OperationKind,
  status: OperationStatus,
  projectId: ProjectId,
  modelId: Schema.String,
  userId: Schema.String,
  userName: optional(Schema.String),
  createdAt: time,
  startedAt: optional(time),
  endedAt: optional(time),
  error: optional(Schema.String)
}).annotations({ identifier: "AdminOperation" })
export type AdminOperation = typeof AdminOperation.Type

/** An entry of the audit of a project, or of the service itself. */
export const AdminAuditEntry = Schema.Struct({
  ...AuditEntry.fields,
  projectId: optional(ProjectId).annotations({ description: "Absent for what an operator did to the service" })
}).annotations({ identifier: "AdminAuditEntry" })
export type AdminAuditEntry = typeof AdminAuditEntry.Type

/** The size of a project's files. */
export const ProjectStorage = Schema.Struct({
  projectId: ProjectId,
  name: Schema.String,
  fileBytes: Schema.Number.annotations({ jsonSchema: { type: "integer" } })
}).annotations({ identifier: "ProjectStorage" })
