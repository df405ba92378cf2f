import type { Rule } from "../harness/Rule.ts"
import { bodyErrors } from "./BodyErrors.ts"
import { cors } from "./Cors.ts"
import { downloads } from "./Downloads.ts"
import { errors } from "./Errors.ts"
import { fieldRules } from "./Fields.ts"
import { filterFaults } from "./FilterFaults.ts"
import { filters } from "./Filters.ts"
import { idempotency } from "./Idempotency.ts"
import { imports } from "./Imports.ts"
import { layerRules } from "./Layers.ts"
import { libraries } from "./libraries/Libraries.ts"
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
  ...libraries,
  ...errors,
  ...bodyErrors,
  ...signIn,
  ...openApi
]
