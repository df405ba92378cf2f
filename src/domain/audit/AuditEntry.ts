import * as Schema from "effect/Schema"
import { optional } from "../Optional.ts"

/** The interface through which something was done: the HTTP API, or `/mcp`. */
export const Via = Schema.Literal("api", "mcp")
export type Via = typeof Via.Type

/** An action in a project, done or refused, as its Owners read it. */
export const AuditEntry = Schema.Struct({
  at: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  userId: Schema.String.annotations({ description: "The user who made the request; `(service)` if no user did" }),
  userName: optional(Schema.String),
  action: Schema.String.annotations({
    description:
      "The action as a noun and a verb (`material.create`); for a refused request its `operationId` in this document; `requests.refuse` if more were refused than are written singly, with their number as `object`"
  }),
  object: Schema.String.annotations({ description: "The identifier of the object of the action" }),
  outcome: Schema.String.annotations({ description: "`Done`, the role that was given, or the code of the failure" }),
  requestId: optional(Schema.String),
  client: optional(Schema.String).annotations({
    description: "The OAuth client, or the id of the token for programs, with which the user made the request"
  }),
  via: Via.annotations({ description: "`mcp` if a program used a tool of `/mcp`, otherwise `api`" })
}).annotations({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type
