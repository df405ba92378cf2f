import type { Rule } from "../harness/Rule.ts"
import { bodyErrors } from "./BodyErrors.ts"
import { codifications } from "./Codifications.ts"
import { cors } from "./Cors.ts"
import { customDefinitions } from "./CustomDefinitions.ts"
import { customProperties } from "./CustomProperties.ts"
import { downloads } from "./Downloads.ts"
import { errors } from "./Errors.ts"
import { fieldRules } from "./Fields.ts"
import { filterFaults } from "./FilterFaults.ts"
import { filters } from "./Filters.ts"
import { idempotency } from "./Idempotency.ts"
import { importedLibraries } from "./ImportedLibraries.ts"
import { imports } from "./Imports.ts"
import { layerRules } from "./Layers.ts"
import { locations } from "./Locations.ts"
import { materials } from "./Materials.ts"
import { members } from "./Members.ts"
import { modelRoles } from "./ModelRoles.ts"
import { models } from "./Models.ts"
import { olderSpellings } from "./OlderSpellings.ts"
import { openApi } from "./OpenApi.ts"
import { operations } from "./Operations.ts"
import { otherQuantities } from "./OtherQuantities.ts"
import { products } from "./Products.ts"
import { projects } from "./Projects.ts"
import { quantities } from "./Quantities.ts"
import { sharedData } from "./SharedData.ts"
import { signIn } from "./SignIn.ts"
import { uploads } from "./Uploads.ts"
import { values } from "./Values.ts"
import { wire } from "./Wire.ts"
import { wireBodies } from "./WireBodies.ts"
import { wirePages } from "./WirePages.ts"
import { wireTexts } from "./WireTexts.ts"

/** Every rule, in the order in which a run tries them. */
export const all: ReadonlyArray<Rule> = [
  ...projects,
  ...members,
  ...wire,
  ...wireBodies,
  ...wirePages,
  ...wireTexts,
  ...idempotency,
  ...cors,
  ...models,
  ...modelRoles,
  ...uploads,
  ...downloads,
  ...operations,
  ...products,
  ...layerRules,
  ...values,
  ...fieldRules,
  ...filters,
  ...filterFaults,
  ...quantities,
  ...otherQuantities,
  ...olderSpellings,
  ...imports,
  ...importedLibraries,
  ...customProperties,
  ...customDefinitions,
  ...materials,
  ...locations,
  ...codifications,
  ...sharedData,
  ...errors,
  ...bodyErrors,
  ...signIn,
  ...openApi
]
