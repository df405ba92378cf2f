import type { AnyOperationKind } from "../operations/Operation.ts"
import { isPublicKind } from "../operations/Operation.ts"
import type { CheckStatus } from "../operations/CheckStatus.ts"
import type { NewEvent } from "./Event.ts"

export type Change = "Created" | "Changed" | "Deleted"

/** Returns the event of a change of the project itself; its removal makes none, because nobody could read it. */
export const projectChanged = (projectId: string, change: Change): NewEvent => ({
  type: "project.changed",
  object: "",
  data: { id: projectId, change },
  audience: "Members"
})

export const memberChanged = (userId: string, change: Change): NewEvent => ({
  type: "member.changed",
  object: `members/${encodeURIComponent(userId)}`,
  data: { id: userId, change },
  audience: "Members"
})

const ofModel = (type: "model.changed" | "model.removed", modelId: string, change: Change): NewEvent => ({
  type,
  object: `models/${modelId}`,
  modelId,
  data: { id: modelId, change },
  audience: "Model"
})

/** Returns the event of a role on the model that was given or taken. */
export const modelChanged = (modelId: string): NewEvent => ofModel("model.changed", modelId, "Changed")

export const modelRemoved = (modelId: string): NewEvent => ofModel("model.removed", modelId, "Deleted")

/** Returns the event of a webhook that was disabled. */
export const webhookDisabled = (id: string): NewEvent => ({
  type: "webhook.disabled",
  object: `webhooks/${id}`,
  data: { id, change: "Changed" },
  audience: "Owners"
})

/** A version that an import or a publication made. */
interface Made {
  readonly modelId: string
  readonly modelVersionId: string
  readonly operationId?: string
  readonly userId: string
}

const versionMembers = ({ modelId, ...made }: Made) => ({ ...made, modelId, audience: "Model" as const })

/** Returns the event of the first version of a model. */
export const modelImported = (made: Made): NewEvent => ({
  type: "model.imported",
  object: `models/${made.modelId}`,
  data: { id: made.modelId, change: "Created" },
  ...versionMembers(made)
})

/** Returns the event of a publication or a new file. */
export const versionPublished = (
  made: Made,
  data: { readonly title: string; readonly cells: number; readonly deletedProducts: number }
): NewEvent => ({
  type: "version.published",
  object: `models/${made.modelId}/versions/${made.modelVersionId}`,
  data,
  ...versionMembers(made)
})

/** An operation that has ended. */
interface Ended {
  readonly operationId: string
  readonly kind: AnyOperationKind
  readonly status: "Ready" | "Failed"
  readonly modelId: string
  readonly startedBy: string
  readonly check?: EndedCheck | null
}

/** The data of a check that has ended. */
export interface EndedCheck {
  readonly requirementsId: number
  readonly isAutomatic: boolean
  /** Absent if the operation failed. */
  readonly result?: CheckStatus
}

/** Returns the event of an operation's end; internal operations make none. */
export const operationEnded = ({
  check,
  kind,
  modelId,
  operationId,
  startedBy,
  status
}: Ended): ReadonlyArray<NewEvent> => {
  const common = { modelId, operationId, audience: "Operation", audienceUser: startedBy } as const
  if (check !== undefined && check !== null) {
    const data = { id: operationId, change: "Changed", status, ...check }
    return [{ type: "check.ended", object: `models/${modelId}/checks/${operationId}`, data, ...common }]
  }
  return isPublicKind(kind)
    ? [
        {
          type: "operation.ended",
          object: `operations/${operationId}`,
          data: { kind, status },
          ...common
        }
      ]
    : []
}

/**
 * Returns the event of a change of a saved query. Everybody sees it if the query was or became shared, so that members
 * who have it learn that it is private now; otherwise its maker alone.
 */
export const queryChanged = (
  { createdBy, id, wasShared }: { readonly id: number; readonly createdBy: string; readonly wasShared: boolean },
  change: Change
): NewEvent => ({
  type: "query.changed",
  object: `queries/${id}`,
  data: { id, change },
  ...(wasShared ? { audience: "Members" } : { audience: "User", audienceUser: createdBy })
})

/** Returns the event of a change of a document of requirements. */
export const requirementsChanged = (id: number, change: Change): NewEvent => ({
  type: "requirements.changed",
  object: `requirements/${id}`,
  data: { id, change },
  audience: "Members"
})

/** Returns the event of a change of a topic, or of its comments or viewpoints. */
export const topicChanged = (guid: string, change: Change): NewEvent => ({
  type: "topic.changed",
  object: `topics/${guid}`,
  data: { id: guid, change },
  audience: "Members"
})

/** The paths of the things of a project's shared data, and the names of their kinds in events. */
const things = {
  "property.set": {
    area: "customProperties",
    kind: "set",
    path: (id: string) => `customProperties/property-sets/${id}`
  },
  "property.definition": {
    area: "customProperties",
    kind: "definition",
    path: (id: string, within: string) => `customProperties/property-sets/${within}/property/${id}`
  },
  "material.library": { area: "materials", kind: "library", path: (guid: string) => `material-libraries/${guid}` },
  material: {
    area: "materials",
    kind: "material",
    path: (guid: string, within: string) => `material-libraries/${within}/materials/${guid}`
  },
  location: { area: "locations", kind: "location", path: (guid: string) => `locations/${guid}` },
  codification: { area: "codifications", kind: "library", path: (guid: string) => `codifications/${guid}` },
  code: {
    area: "codifications",
    kind: "code",
    path: (guid: string, within: string) => `codifications/${within}/codification/${guid}`
  }
} as const

export type SharedThing = keyof typeof things

/** The names of a thing of the shared data: sets have an id, definitions both, all others a guid. */
export type SharedName =
  | { readonly guid: string; readonly id?: never }
  | { readonly id: number; readonly guid?: string }

/**
 * Returns the event of a change of a project's shared data.
 *
 * @param within the guid or id of the library or set that the thing belongs to
 */
export const sharedDataChanged = (
  thing: SharedThing,
  name: SharedName,
  change: Change,
  within: string | number = ""
): NewEvent => {
  const { area, kind, path } = things[thing]
  return {
    type: area === "locations" ? "location.changed" : "library.changed",
    object: path(String(name.id ?? name.guid), String(within)),
    data: { area, kind, ...name, change },
    audience: "Members"
  }
}

/** The shared data that an import made or changed in its project. */
export interface ImportedLibraries {
  readonly libraries: ReadonlyArray<{
    readonly thing: "material.library" | "codification"
    readonly guid: string
    readonly isNew: boolean
  }>
  readonly hasLocations: boolean
}

/** Returns one event for each library that an import made or changed, and one for all locations. */
export const librariesImported = (
  { hasLocations, libraries }: ImportedLibraries,
  userId: string
): ReadonlyArray<NewEvent> => [
  ...libraries.map(({ guid, isNew, thing }) => ({
    ...sharedDataChanged(thing, { guid }, isNew ? "Created" : "Changed"),
    userId
  })),
  ...(hasLocations
    ? [
        {
          type: "location.changed",
          object: "locations",
          data: { area: "locations", kind: "location", change: "Changed" },
          audience: "Members",
          userId
        } as const
      ]
    : [])
]
