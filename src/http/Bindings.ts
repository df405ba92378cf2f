import * as Effect from "effect/Effect"
import * as AdminHttp from "./handlers/signin/AdminHttp.ts"
import * as AuditHttp from "./handlers/audit/AuditHttp.ts"
import * as ChecksHttp from "./handlers/requirements/ChecksHttp.ts"
import * as ConsentHttp from "./handlers/signin/ConsentHttp.ts"
import * as AuthHttp from "./handlers/signin/AuthHttp.ts"
import * as DocsHttp from "./handlers/DocsHttp.ts"
import * as CodificationsHttp from "./handlers/libraries/CodificationsHttp.ts"
import * as CustomPropertiesHttp from "./handlers/libraries/CustomPropertiesHttp.ts"
import * as DynamicPropertiesHttp from "./handlers/products/DynamicPropertiesHttp.ts"
import * as EditsHttp from "./handlers/edits/EditsHttp.ts"
import * as SheetsHttp from "./handlers/edits/SheetsHttp.ts"
import * as ExportsHttp from "./handlers/models/ExportsHttp.ts"
import * as EventsHttp from "./handlers/events/EventsHttp.ts"
import * as FilesHttp from "./handlers/models/FilesHttp.ts"
import * as HealthHttp from "./handlers/HealthHttp.ts"
import * as InvitationsHttp from "./handlers/projects/InvitationsHttp.ts"
import * as MetadataHttp from "./handlers/signin/MetadataHttp.ts"
import * as MembersHttp from "./handlers/projects/MembersHttp.ts"
import * as LocationsHttp from "./handlers/libraries/LocationsHttp.ts"
import * as MaterialsHttp from "./handlers/libraries/MaterialsHttp.ts"
import * as ModelsHttp from "./handlers/models/ModelsHttp.ts"
import * as OlderHttp from "./handlers/products/OlderHttp.ts"
import * as OperationsHttp from "./handlers/operations/OperationsHttp.ts"
import * as PageSessionHttp from "./handlers/signin/PageSessionHttp.ts"
import * as PageHttp from "./handlers/PageHttp.ts"
import * as McpHttp from "./handlers/McpHttp.ts"
import * as ProductsHttp from "./handlers/products/ProductsHttp.ts"
import * as ProjectProductsHttp from "./handlers/products/ProjectProductsHttp.ts"
import * as ProjectsHttp from "./handlers/projects/ProjectsHttp.ts"
import * as QuantitiesHttp from "./handlers/products/QuantitiesHttp.ts"
import * as TokensHttp from "./handlers/signin/TokensHttp.ts"
import * as CatalogHttp from "./handlers/dataset/CatalogHttp.ts"
import * as DatasetHttp from "./handlers/dataset/DatasetHttp.ts"
import * as RequirementsHttp from "./handlers/requirements/RequirementsHttp.ts"
import * as SavedQueriesHttp from "./handlers/projects/SavedQueriesHttp.ts"
import * as SessionsHttp from "./handlers/models/SessionsHttp.ts"
import * as ShapesHttp from "./handlers/models/ShapesHttp.ts"
import * as SignInHttp from "./handlers/signin/SignInHttp.ts"
import * as BcfProjectsHttp from "./handlers/topics/BcfProjectsHttp.ts"
import * as BcfFilesHttp from "./handlers/topics/BcfFilesHttp.ts"
import * as TopicDocumentsHttp from "./handlers/topics/TopicDocumentsHttp.ts"
import * as TopicEventsHttp from "./handlers/topics/TopicEventsHttp.ts"
import * as TopicsHttp from "./handlers/topics/TopicsHttp.ts"
import * as ViewpointsHttp from "./handlers/topics/ViewpointsHttp.ts"
import * as VersionsHttp from "./handlers/edits/VersionsHttp.ts"
import * as WebhooksHttp from "./handlers/webhooks/WebhooksHttp.ts"
import { TokenIssuer } from "../ports/signin/TokenIssuer.ts"

/** All endpoints with their handlers. The password pages are included only if the service signs users in itself, else the page of consent. */
export const bindings = Effect.gen(function* () {
  const issuer = yield* TokenIssuer
  const groups = yield* Effect.all([
    HealthHttp.bindings,
    DocsHttp.bindings,
    PageHttp.bindings,
    PageSessionHttp.bindings,
    ProjectsHttp.bindings,
    MembersHttp.bindings,
    InvitationsHttp.bindings,
    AuditHttp.bindings,
    AdminHttp.bindings,
    FilesHttp.bindings,
    ModelsHttp.bindings,
    ProductsHttp.bindings,
    ProjectProductsHttp.bindings,
    QuantitiesHttp.bindings,
    DynamicPropertiesHttp.bindings,
    SavedQueriesHttp.bindings,
    RequirementsHttp.bindings,
    BcfFilesHttp.bindings,
    BcfProjectsHttp.bindings,
    TopicsHttp.bindings,
    ViewpointsHttp.bindings,
    TopicDocumentsHttp.bindings,
    TopicEventsHttp.bindings,
    ChecksHttp.bindings,
    DatasetHttp.bindings,
    CatalogHttp.bindings,
    McpHttp.bindings,
    TokensHttp.bindings,
    EventsHttp.bindings,
    WebhooksHttp.bindings,
    ShapesHttp.bindings,
    ExportsHttp.bindings,
    SessionsHttp.bindings,
    EditsHttp.bindings,
    SheetsHttp.bindings,
    VersionsHttp.bindings,
    CustomPropertiesHttp.bindings,
    MaterialsHttp.bindings,
    LocationsHttp.bindings,
    CodificationsHttp.bindings,
    OperationsHttp.bindings,
    OlderHttp.bindings,
    AuthHttp.bindings,
    MetadataHttp.bindings
  ])
  return [groups, yield* issuer._tag === "Own" ? SignInHttp.bindings : ConsentHttp.bindings].flat(2)
})
