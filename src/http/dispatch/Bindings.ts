import * as Effect from "effect/Effect"
import * as AuditHttp from "../handlers/AuditHttp.ts"
import * as AuthHttp from "../handlers/AuthHttp.ts"
import * as DocsHttp from "../handlers/DocsHttp.ts"
import * as CodificationsHttp from "../handlers/CodificationsHttp.ts"
import * as CustomPropertiesHttp from "../handlers/CustomPropertiesHttp.ts"
import * as DynamicPropertiesHttp from "../handlers/DynamicPropertiesHttp.ts"
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
import * as PageHttp from "../handlers/PageHttp.ts"
import * as ProductsHttp from "../handlers/ProductsHttp.ts"
import * as ProjectsHttp from "../handlers/ProjectsHttp.ts"
import * as QuantitiesHttp from "../handlers/QuantitiesHttp.ts"
import * as SessionsHttp from "../handlers/SessionsHttp.ts"
import * as ShapesHttp from "../handlers/ShapesHttp.ts"
import * as SignInHttp from "../handlers/SignInHttp.ts"
import * as VersionsHttp from "../handlers/VersionsHttp.ts"
import { TokenIssuer } from "../../ports/TokenIssuer.ts"

/** Every endpoint with its handler; those of pages for passwords only where users sign in with ours. */
export const bindings = Effect.gen(function* () {
  const issuer = yield* TokenIssuer
  const groups = yield* Effect.all([
    HealthHttp.bindings,
    DocsHttp.bindings,
    PageHttp.bindings,
    ProjectsHttp.bindings,
    MembersHttp.bindings,
    AuditHttp.bindings,
    FilesHttp.bindings,
    ModelsHttp.bindings,
    ProductsHttp.bindings,
    QuantitiesHttp.bindings,
    DynamicPropertiesHttp.bindings,
    ShapesHttp.bindings,
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
    AuthHttp.bindings
  ])
  return [groups, issuer._tag === "Own" ? yield* SignInHttp.bindings : []].flat(2)
})
