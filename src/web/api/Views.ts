/** Responses of the service, and the types of result files, which the OpenAPI document does not describe. */

import type { ChangesPage as SentChanges, Condition, Modifications, SortKey } from "../../../sdk/plinth.ts"

export type {
  AdminAuditEntry,
  AdminAuditPage,
  AdminClient,
  AdminHealth,
  AdminOperation,
  AdminOperationsPage,
  AdminUser,
  Change,
  ClientsPage,
  Code,
  CodificationLibrary as CodeLibrary,
  Condition,
  DisabledReason,
  FieldsPage,
  GroupsPage,
  Invitation,
  LocationView as Location,
  MaterialLibrary,
  Model,
  ModelVersion as Version,
  ModificationError as CellError,
  ModificationOutcome as Outcome,
  Modifications,
  OperationState as Operation,
  PasswordLink,
  ProductFieldDetail as FieldDetail,
  ProductsPage,
  ProgramToken,
  Project,
  ProjectStorage,
  ProjectToken,
  PropertyDefinition as Definition,
  PropertySet,
  SavedQuery,
  Session as SessionView,
  SheetOutcome,
  ShownClient,
  ShownInvitation,
  ShownProgramToken,
  ShownWebhook,
  StoragePage,
  UploadTicket as UploadUrl,
  UsersPage,
  VersionsPage as Versions,
  Webhook,
  WebhookDelivery
} from "../../../sdk/plinth.ts"

export type Row = Readonly<Record<string, unknown>>

/** A comparison of one property; the leaf of a condition. */
export type Leaf = Extract<Condition, { readonly property: string }>

export type Operator = Leaf["operator"]

export type LeafValue = Leaf["value"]

export type Sort = SortKey

/** A page of changes, or all of them. */
export type ChangesPage = Omit<SentChanges, "page" | "pageSize">

/** A value of a cell in the body of M12. */
export type SentValue = NonNullable<Modifications["update"]>[string][string]

/** A member of a project or of a model. */
export interface Member {
  readonly userId: string
  readonly name?: string | undefined
  readonly role: string
}

export interface Measured {
  readonly value: number
  readonly origin: "Authored" | "Computed"
  /** Field that holds an authored value. */
  readonly from?: string
  readonly suspect?: boolean
}

export interface QuantityResult {
  readonly totals: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, string>>
  readonly products: ReadonlyArray<{ readonly Guid: string; readonly [measure: string]: unknown }>
}

/** Quantities computed from shapes, one row per product. */
export interface DynamicResult {
  readonly fields: ReadonlyArray<string>
  readonly result: ReadonlyArray<
    Readonly<Record<string, { readonly Value?: number | null; readonly Unit?: string | null }>>
  >
}

/** Address of the shapes of a model, and how large they are. */
export interface GeometryLink {
  readonly downloadUrl: string
  readonly sizeBytes: number
  readonly triangles: number
}
