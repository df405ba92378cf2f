import { Effect } from "effect"
import * as AuditHttp from "../handlers/AuditHttp.ts"
import * as AuthHttp from "../handlers/AuthHttp.ts"
import * as DocsHttp from "../handlers/DocsHttp.ts"
import * as CodificationsHttp from "../handlers/CodificationsHttp.ts"
import * as CustomPropertiesHttp from "../handlers/CustomPropertiesHttp.ts"
import * as EditsHttp from "../handlers/EditsHttp.ts"
import * as ExportsHttp from "../handlers/ExportsHttp.ts"
import * as FilesHttp from "../handlers/FilesHttp.ts"
import * as HealthHttp from "../handlers/HealthHttp.ts"
import * as MembersHttp from "../handlers/MembersHttp.ts"
import * as LocationsHttp from "../handlers/LocationsHttp.ts"
import * as MaterialsHttp from "../handlers/MaterialsHttp.ts"
import * as ModelsHttp from "../handlers/ModelsHttp.ts"
import * as OlderHttp from "../handlers/OlderHttp.ts"
import * as OperationsHttp from "../handlers/OperationsHttp.ts"
import * as ProductsHttp from "../handlers/ProductsHttp.ts"
import * as ProjectsHttp from "../handlers/ProjectsHttp.ts"
import * as QuantitiesHttp from "../handlers/QuantitiesHttp.ts"
import * as SessionsHttp from "../handlers/SessionsHttp.ts"
import * as SignInHttp from "../handlers/SignInHttp.ts"
import * as VersionsHttp from "../handlers/VersionsHttp.ts"

/** Every endpoint with its handler. */
export const bindings = Effect.map(
  Effect.all([
    HealthHttp.bindings,
    DocsHttp.bindings,
    ProjectsHttp.bindings,
    MembersHttp.bindings,
    AuditHttp.bindings,
    FilesHttp.bindings,
    ModelsHttp.bindings,
    ProductsHttp.bindings,
    QuantitiesHttp.bindings,
    ExportsHttp.bindings,
    SessionsHttp.bindings,
    EditsHttp.bindings,
    VersionsHttp.bindings,
    CustomPropertiesHttp.bindings,
    MaterialsHttp.bindings,
    LocationsHttp.bindings,
    CodificationsHttp.bindings,
    OperationsHttp.bindings,
    OlderHttp.bindings,
    AuthHttp.bindings,
    SignInHttp.bindings
  ]),
  (groups) => groups.flat()
)

/** The same where users sign in elsewhere: of the endpoints for that the list of scopes alone. */
export const withoutSignIn = Effect.map(bindings, (all) =>
  all.filter(({ endpoint }) => !/^\/v1\/auth\/(?!scopes$)/.test(endpoint.path))
)
