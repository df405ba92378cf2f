import { HttpApi } from "@effect/platform"
import { DocsApi } from "./DocsApi.ts"
import { CodificationsApi } from "./CodificationsApi.ts"
import { CustomPropertiesApi } from "./CustomPropertiesApi.ts"
import { FilesApi } from "./FilesApi.ts"
import { HealthApi } from "./HealthApi.ts"
import { MembersApi } from "./MembersApi.ts"
import { LocationsApi } from "./LocationsApi.ts"
import { MaterialsApi } from "./MaterialsApi.ts"
import { ModelsApi } from "./ModelsApi.ts"
import { OlderApi } from "./OlderApi.ts"
import { OperationsApi } from "./OperationsApi.ts"
import { ProductsApi } from "./ProductsApi.ts"
import { ProjectsApi } from "./ProjectsApi.ts"
import { QuantitiesApi } from "./QuantitiesApi.ts"

/** Everything that Plinth serves, as data. */
export const Api = HttpApi.make("plinth")
  .add(HealthApi)
  .add(DocsApi)
  .add(ProjectsApi)
  .add(MembersApi)
  .add(FilesApi)
  .add(ModelsApi)
  .add(ProductsApi)
  .add(QuantitiesApi)
  .add(CustomPropertiesApi)
  .add(MaterialsApi)
  .add(LocationsApi)
  .add(CodificationsApi)
  .add(OperationsApi)
  .add(OlderApi)
