import type { Room, Rule } from "../harness/Rule.ts"
import { administration } from "./projects/Administration.ts"
import { archives } from "./models/Archives.ts"
import { audit } from "./projects/Audit.ts"
import { bodyErrors } from "./wire/BodyErrors.ts"
import { checks } from "./models/Checks.ts"
import { cors } from "./wire/Cors.ts"
import { datasetRules } from "./dataset/Dataset.ts"
import { downloads } from "./models/Downloads.ts"
import { dynamicProperties } from "./quantities/DynamicProperties.ts"
import { edits } from "./edits/Edits.ts"
import { errors } from "./wire/Errors.ts"
import { eventRules } from "./projects/Events.ts"
import { exports } from "./exports/Exports.ts"
import { fieldRules } from "./products/Fields.ts"
import { conditionFaults } from "./products/ConditionFaults.ts"
import { conditions } from "./products/Conditions.ts"
import { filterFaults } from "./products/FilterFaults.ts"
import { filters } from "./products/Filters.ts"
import { idempotency } from "./wire/Idempotency.ts"
import { glances } from "./models/Glances.ts"
import { imports } from "./models/Imports.ts"
import { layerRules } from "./products/Layers.ts"
import { libraries } from "./libraries/Libraries.ts"
import { members } from "./projects/Members.ts"
import { modelRoles } from "./models/ModelRoles.ts"
import { models } from "./models/Models.ts"
import { names } from "./projects/Names.ts"
import { newFileContent } from "./models/NewFileContent.ts"
import { newFileRequests } from "./models/NewFileRequests.ts"
import { newFiles } from "./models/NewFiles.ts"
import { olderSpellings } from "./products/OlderSpellings.ts"
import { openApi } from "./wire/OpenApi.ts"
import { operationLists } from "./models/OperationLists.ts"
import { operations } from "./models/Operations.ts"
import { otherQuantities } from "./quantities/OtherQuantities.ts"
import { pageSession } from "./wire/PageSession.ts"
import { products } from "./products/Products.ts"
import { projectConditions } from "./products/ProjectConditions.ts"
import { projectGroups } from "./products/ProjectGroups.ts"
import { projectProducts } from "./products/ProjectProducts.ts"
import { projectReaders } from "./products/ProjectReaders.ts"
import { projectSecrets } from "./products/ProjectSecrets.ts"
import { projects } from "./projects/Projects.ts"
import { quantities } from "./quantities/Quantities.ts"
import { readings } from "./products/Readings.ts"
import { retries } from "./models/Retries.ts"
import { root } from "./wire/Root.ts"
import { savedQueries } from "./projects/SavedQueries.ts"
import { savedQuestions } from "./products/SavedQuestions.ts"
import { sessions } from "./models/Sessions.ts"
import { shapes } from "./models/Shapes.ts"
import { programs } from "./wire/Programs.ts"
import { mcp } from "./wire/Mcp.ts"
import { signIn } from "./wire/SignIn.ts"
import { invitations } from "./projects/Invitations.ts"
import { webhooks } from "./projects/Webhooks.ts"
import { tokens } from "./projects/Tokens.ts"
import { files } from "./products/Files.ts"
import { fileReaders } from "./products/FileReaders.ts"
import { bcfFileRules } from "./topics/BcfFiles.ts"
import { topicRules } from "./topics/Topics.ts"
import { topicPartRules } from "./topics/TopicParts.ts"
import { viewpointRules } from "./topics/Viewpoints.ts"
import { units } from "./products/Units.ts"
import { uploads } from "./models/Uploads.ts"
import { values } from "./products/Values.ts"
import { wire } from "./wire/Wire.ts"
import { wireBodies } from "./wire/WireBodies.ts"
import { wireHeaders } from "./wire/WireHeaders.ts"
import { wireHosts } from "./wire/WireHosts.ts"
import { wirePages } from "./wire/WirePages.ts"
import { wireTexts } from "./wire/WireTexts.ts"

/** Every rule by its room, in the order in which rules are published. */
export const rooms: ReadonlyArray<Room> = [
  projects,
  members,
  invitations,
  savedQueries,
  names,
  // A token for all projects has an entry in the audit of each, so these rules do not run at the same time.
  [...audit, ...tokens],
  administration,
  webhooks,
  eventRules,
  wire,
  wireBodies,
  wireHosts,
  wireHeaders,
  wirePages,
  wireTexts,
  root,
  idempotency,
  cors,
  models,
  glances,
  shapes,
  modelRoles,
  sessions,
  uploads,
  downloads,
  operations,
  operationLists,
  retries,
  checks,
  products,
  layerRules,
  values,
  readings,
  fieldRules,
  filters,
  filterFaults,
  savedQuestions,
  conditions,
  conditionFaults,
  files,
  fileReaders,
  units,
  quantities,
  otherQuantities,
  dynamicProperties,
  olderSpellings,
  projectProducts,
  projectConditions,
  projectGroups,
  projectReaders,
  projectSecrets,
  archives,
  imports,
  newFileRequests,
  newFiles,
  newFileContent,
  topicRules,
  viewpointRules,
  topicPartRules,
  bcfFileRules,
  datasetRules,
  ...libraries,
  ...edits,
  ...exports,
  errors,
  bodyErrors,
  signIn,
  programs,
  mcp,
  pageSession,
  openApi
]

/** Every rule in that order. */
export const all: ReadonlyArray<Rule> = rooms.flat()
