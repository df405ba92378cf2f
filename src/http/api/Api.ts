import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { VersionId } from "../../domain/Identifier.ts"
import { ErrorView, ProblemDetails } from "../errors/ErrorBodies.ts"
import { AdminApi } from "./signin/AdminApi.ts"
import { AuditApi } from "./audit/AuditApi.ts"
import { AuthApi, RegisteredClient } from "./signin/AuthApi.ts"
import { ConsentApi } from "./signin/ConsentApi.ts"
import { MetadataApi } from "./signin/MetadataApi.ts"
import { ChecksApi } from "./requirements/ChecksApi.ts"
import { DocsApi } from "./DocsApi.ts"
import { CodificationsApi } from "./libraries/CodificationsApi.ts"
import { CustomPropertiesApi } from "./libraries/CustomPropertiesApi.ts"
import { DynamicPropertiesApi } from "./products/DynamicPropertiesApi.ts"
import { SheetsApi } from "./edits/SheetsApi.ts"
import { EditsApi } from "./edits/EditsApi.ts"
import { ExportsApi, ExportView } from "./models/ExportsApi.ts"
import { FilesApi } from "./models/FilesApi.ts"
import { HealthApi } from "./HealthApi.ts"
import { InvitationsApi } from "./projects/InvitationsApi.ts"
import { MembersApi } from "./projects/MembersApi.ts"
import { LocationsApi } from "./libraries/LocationsApi.ts"
import { MaterialsApi } from "./libraries/MaterialsApi.ts"
import { ModelCreation, ModelsApi } from "./models/ModelsApi.ts"
import { McpApi } from "./McpApi.ts"
import { OlderApi } from "./products/OlderApi.ts"
import { OperationsApi, OperationView } from "./operations/OperationsApi.ts"
import { PageApi } from "./PageApi.ts"
import { Condition, Filter, ProductsApi } from "./products/ProductsApi.ts"
import { ProjectProductsApi } from "./products/ProjectProductsApi.ts"
import { ProjectsApi } from "./projects/ProjectsApi.ts"
import { Calculator, QuantitiesApi } from "./products/QuantitiesApi.ts"
import { EventsApi } from "./events/EventsApi.ts"
import { CatalogApi } from "./dataset/CatalogApi.ts"
import { DatasetApi } from "./dataset/DatasetApi.ts"
import { RequirementsApi } from "./requirements/RequirementsApi.ts"
import { SavedQueriesApi } from "./projects/SavedQueriesApi.ts"
import { SessionsApi } from "./models/SessionsApi.ts"
import { ShapesApi } from "./models/ShapesApi.ts"
import { PageSessionApi } from "./signin/PageSessionApi.ts"
import { SignInApi } from "./signin/SignInApi.ts"
import { TokensApi } from "./signin/TokensApi.ts"
import { PasswordLink, ShownClient } from "../../domain/signin/Admin.ts"
import { ShownInvitation } from "../../domain/projects/Invitation.ts"
import { BcfProjectsApi } from "./topics/BcfProjectsApi.ts"
import { BcfFilesApi } from "./topics/BcfFilesApi.ts"
import { TopicDocumentsApi } from "./topics/TopicDocumentsApi.ts"
import { TopicEventsApi } from "./topics/TopicEventsApi.ts"
import { TopicsApi } from "./topics/TopicsApi.ts"
import { ViewpointsApi } from "./topics/ViewpointsApi.ts"
import { WebhooksApi } from "./webhooks/WebhooksApi.ts"
import { Delivery, ShownWebhook } from "../../domain/webhooks/Webhook.ts"
import { DocumentReference, Topic, TopicComment } from "../../domain/topics/Topic.ts"
import { Viewpoint } from "../../domain/topics/Viewpoint.ts"
import { ShownProgramToken } from "../../domain/signin/ProgramToken.ts"
import { VersionsApi } from "./edits/VersionsApi.ts"

const about = `Plinth serves the building-information data of projects: models imported from files, their products, and what is calculated from them.

**Token.** Every endpoint that shows a scope needs \`Authorization: Bearer …\`. \`write\` does not include \`read\`.

**Wire.** JSON in camelCase. Declared members and enumeration words of a request match without regard to case; unknown members are ignored. A path that does not exist is 404, a method that a path does not have 405 with \`Allow\`; both are ProblemDetails. HEAD is served where GET is.

**Errors.** Two layouts: ErrorView, and ProblemDetails (RFC 9457); each endpoint says which of them a status has. Every answer carries \`X-Request-Id\`, and error bodies repeat it.

**Background work.** A 202 names an operation in \`Location\`; poll it until it is Ready or Failed.

**Repeating.** A POST that takes \`Idempotency-Key\` returns the first answer again for 24 hours.`

/** The complete API of Plinth. The order is that of the OpenAPI document: what readers need least comes last. */
export const Api = HttpApi.make("plinth")
  .add(ProjectsApi)
  .add(MembersApi)
  .add(InvitationsApi)
  .add(AuditApi)
  .add(TokensApi)
  .add(FilesApi)
  .add(ModelsApi)
  .add(ProductsApi)
  .add(ProjectProductsApi)
  .add(QuantitiesApi)
  .add(DynamicPropertiesApi)
  .add(SavedQueriesApi)
  .add(RequirementsApi)
  .add(BcfFilesApi)
  .add(BcfProjectsApi)
  .add(TopicsApi)
  .add(ViewpointsApi)
  .add(TopicDocumentsApi)
  .add(TopicEventsApi)
  .add(ChecksApi)
  .add(DatasetApi)
  .add(EventsApi)
  .add(WebhooksApi)
  .add(ShapesApi)
  .add(SessionsApi)
  .add(EditsApi)
  .add(SheetsApi)
  .add(VersionsApi)
  .add(ExportsApi)
  .add(CustomPropertiesApi)
  .add(MaterialsApi)
  .add(LocationsApi)
  .add(CodificationsApi)
  .add(AdminApi)
  .add(OperationsApi)
  .add(OlderApi)
  .add(AuthApi)
  .add(MetadataApi)
  .add(SignInApi)
  .add(ConsentApi)
  .add(CatalogApi)
  .add(McpApi)
  .add(PageApi)
  .add(PageSessionApi)
  .add(DocsApi)
  .add(HealthApi)
  .annotate(OpenApi.Title, "Plinth")
  .annotate(OpenApi.Description, about)
  .annotate(HttpApi.AdditionalSchemas, [
    // The library loses the names of these schemas in responses of other statuses than 200.
    OperationView,
    ModelCreation,
    ExportView,
    ShownInvitation,
    PasswordLink,
    ShownClient,
    RegisteredClient,
    ShownProgramToken,
    ShownWebhook,
    Delivery,
    Topic,
    TopicComment,
    Viewpoint,
    DocumentReference,
    // No endpoint declares these schemas; the document refers to them by name.
    ErrorView,
    ProblemDetails,
    Filter,
    Condition,
    Calculator,
    VersionId
  ])
