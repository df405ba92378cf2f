import * as Schema from "effect/Schema"
import type { Scope } from "../Principal.ts"
import { optional } from "../Optional.ts"

/**
 * The number of an event, which increases in the order of commits within a project. As a cursor it may also be 0, the
 * number before all events.
 */
export const EventId = Schema.String.pipe(
  Schema.filter((text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER, {
    message: () => "not an id of an event",
    jsonSchema: { type: "string", pattern: "^(?:0|[1-9][0-9]{0,15})$", examples: ["42"] }
  }),
  Schema.brand("EventId")
).annotations({ identifier: "EventId" })
export type EventId = typeof EventId.Type

export const EventType = Schema.Literal(
  "project.changed",
  "member.changed",
  "model.imported",
  "model.changed",
  "model.removed",
  "version.published",
  "library.changed",
  "location.changed",
  "operation.ended",
  "query.changed",
  "requirements.changed",
  "check.ended",
  "topic.changed",
  "webhook.disabled"
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type

/** An event as members of its project see it (contract section 15). */
export const ProjectEvent = Schema.Struct({
  id: EventId,
  type: EventType,
  at: Schema.String.annotations({ description: "RFC 3339, in UTC; the time of the storage" }),
  userId: Schema.String.annotations({
    description: "The user who made the change; `(service)` if nobody asked for it"
  }),
  object: Schema.String.annotations({
    description: "The path of the object below the project, without a leading slash; empty for the project itself"
  }),
  modelId: optional(Schema.String),
  modelVersionId: optional(Schema.String),
  operationId: optional(Schema.String),
  data: optional(
    Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
      jsonSchema: { type: "object", description: "Members that depend on the type" }
    })
  )
}).annotations({ identifier: "ProjectEvent" })
export type ProjectEvent = typeof ProjectEvent.Type

/**
 * The members of a project who see an event, scopes apart: all; those who see its model; its user alone; the Owners; or
 * those who see its operation, whose starter is its user.
 */
export const Audience = Schema.Literal("Members", "Model", "User", "Owners", "Operation")
export type Audience = typeof Audience.Type

/** An event that a change makes, before the storage numbers it. */
export interface NewEvent extends Omit<ProjectEvent, "id" | "at" | "userId"> {
  readonly audience: Audience
  /** The user whom the audience names. */
  readonly audienceUser?: string
  /** The user who made the change, if that is not the caller. */
  readonly userId?: string
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly event: ProjectEvent
  readonly audience: Audience
  readonly audienceUser: string | null
}

/** The scope that a token needs for events of a type, besides `projects:read`, which all events need. */
const scopeOf: Record<EventType, Scope> = {
  "project.changed": "projects:read",
  "member.changed": "projects:read",
  "model.imported": "models:read",
  "model.changed": "models:read",
  "model.removed": "models:read",
  "version.published": "models:read",
  "library.changed": "libraries:read",
  "location.changed": "libraries:read",
  "operation.ended": "models:read",
  "query.changed": "models:read",
  "requirements.changed": "libraries:read",
  "check.ended": "models:read",
  "topic.changed": "models:read",
  "webhook.disabled": "projects:read"
}

/** The sight that a member has of a model; `Former` if it was removed and the member could see it until then. */
export type Sight = "Seen" | "Hidden" | "Former" | "Gone"

/** A member who reads events. */
export interface Reader {
  readonly userId: string
  readonly isOwner: boolean
  readonly scopes: ReadonlySet<Scope>
  readonly sightOf: (modelId: string) => Sight
}

const kindsOfAll: ReadonlySet<unknown> = new Set(["ImportIfc", "ExportIfc"])

/**
 * Returns whether the reader may see the operation of an event (contract section 8): imports, exports and automatic
 * checks with the model, calculations and other checks by their starter alone. Failed imports, and imports and exports of removed models, are left to
 * their starter and the Owners.
 */
const seesOperation = ({ audienceUser, event: { data, modelId } }: StoredEvent, reader: Reader): boolean => {
  const sight = modelId === undefined ? "Gone" : reader.sightOf(modelId)
  const isStarter = audienceUser === reader.userId
  if (!kindsOfAll.has(data?.["kind"]) && data?.["isAutomatic"] !== true) return isStarter && sight !== "Hidden"
  const isLeft = sight === "Gone" || sight === "Former"
  if (isLeft || (data?.["kind"] === "ImportIfc" && data["status"] === "Failed")) return isStarter || reader.isOwner
  return sight === "Seen"
}

/** Returns whether the reader may see an event. */
export const maySee = (stored: StoredEvent, reader: Reader): boolean => {
  const { audience, audienceUser, event } = stored
  if (!reader.scopes.has("projects:read") || !reader.scopes.has(scopeOf[event.type])) return false
  switch (audience) {
    case "Members":
      return true
    case "Owners":
      return reader.isOwner
    case "User":
      return audienceUser === reader.userId
    case "Operation":
      return seesOperation(stored, reader)
    case "Model": {
      const sight = reader.sightOf(event.modelId ?? "")
      return sight === "Seen" || sight === "Former"
    }
  }
}
