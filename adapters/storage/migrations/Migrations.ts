import { createProjects } from "./0.1.0/0001_create_projects.ts"
import { createModels } from "./0.1.0/0002_create_models.ts"
import { createOperations } from "./0.1.0/0003_create_operations.ts"
import { createPropertySets } from "./0.1.0/0004_create_property_sets.ts"
import { createMaterials } from "./0.1.0/0005_create_materials.ts"
import { createLocations } from "./0.1.0/0006_create_locations.ts"
import { createCodifications } from "./0.1.0/0007_create_codifications.ts"
import { createAudit } from "./0.1.0/0008_create_audit.ts"
import { shareTurns } from "./0.1.0/0009_share_turns.ts"
import { limitGrowth } from "./0.1.0/0010_limit_growth.ts"
import { listHistory } from "./0.1.0/0011_list_history.ts"
import { countOperations } from "./0.1.0/0012_count_operations.ts"
import { createSessions } from "./0.1.0/0013_create_sessions.ts"
import { createEdits } from "./0.1.0/0014_create_edits.ts"
import { importAgain } from "./0.1.0/0015_import_again.ts"
import { orderCodes } from "./0.1.0/0016_order_codes.ts"
import { findCodes } from "./0.1.0/0017_find_codes.ts"
import { createSignIns } from "./0.1.0/0018_create_sign_ins.ts"
import { keepProviderTokens } from "./0.1.0/0020_keep_provider_tokens.ts"
import { keepGeometry } from "./0.1.0/0021_keep_geometry.ts"
import { keepTraces } from "./0.1.0/0022_keep_traces.ts"
import { measureEdits } from "./0.1.0/0023_measure_edits.ts"
import { keepMaterialProperties } from "./unreleased/0024_keep_material_properties.ts"
import { measureAgain } from "./unreleased/0025_measure_again.ts"
import { saveQueries } from "./unreleased/0026_save_queries.ts"
import { createEvents } from "./unreleased/0027_create_events.ts"
import { keepProgramTokens } from "./unreleased/0028_keep_program_tokens.ts"
import { keepInvitations } from "./unreleased/0029_keep_invitations.ts"
import { createWebhooks } from "./unreleased/0030_create_webhooks.ts"
import { timeOperations } from "./unreleased/0031_time_operations.ts"
import { keepRequirements } from "./unreleased/0032_keep_requirements.ts"
import { describeModels } from "./unreleased/0033_describe_models.ts"
import { nameOperators } from "./unreleased/0034_name_operators.ts"
import { keepReplacedTokens } from "./unreleased/0035_keep_replaced_tokens.ts"
import { createDatasets } from "./unreleased/0036_create_datasets.ts"
import { keepChecks } from "./unreleased/0037_keep_checks.ts"
import { createTopics } from "./unreleased/0038_create_topics.ts"
import { keepTopicEvents } from "./unreleased/0043_keep_topic_events.ts"
import { findDocuments } from "./unreleased/0044_find_documents.ts"
import { registerClients } from "./unreleased/0045_register_clients.ts"
import { namePrograms } from "./unreleased/0046_name_programs.ts"
import { listClients } from "./unreleased/0047_list_clients.ts"
import { leaveOutDeletedUsers } from "./unreleased/0048_leave_out_deleted_users.ts"
import type { Migrations } from "../sql/Migrate.ts"

/**
 * Every step that builds the tables, in order. Both storages run the same steps. A folder holds those that came with a
 * release.
 */
export const migrations = {
  "0001_create_projects": createProjects,
  "0002_create_models": createModels,
  "0003_create_operations": createOperations,
  "0004_create_property_sets": createPropertySets,
  "0005_create_materials": createMaterials,
  "0006_create_locations": createLocations,
  "0007_create_codifications": createCodifications,
  "0008_create_audit": createAudit,
  "0009_share_turns": shareTurns,
  "0010_limit_growth": limitGrowth,
  "0011_list_history": listHistory,
  "0012_count_operations": countOperations,
  "0013_create_sessions": createSessions,
  "0014_create_edits": createEdits,
  "0015_import_again": importAgain,
  "0016_order_codes": orderCodes,
  "0017_find_codes": findCodes,
  "0018_create_sign_ins": createSignIns,
  "0020_keep_provider_tokens": keepProviderTokens,
  "0021_keep_geometry": keepGeometry,
  "0022_keep_traces": keepTraces,
  "0023_measure_edits": measureEdits,
  "0024_keep_material_properties": keepMaterialProperties,
  "0025_measure_again": measureAgain,
  "0026_save_queries": saveQueries,
  "0027_create_events": createEvents,
  "0028_keep_program_tokens": keepProgramTokens,
  "0029_keep_invitations": keepInvitations,
  "0030_create_webhooks": createWebhooks,
  "0031_time_operations": timeOperations,
  "0032_keep_requirements": keepRequirements,
  "0033_describe_models": describeModels,
  "0034_name_operators": nameOperators,
  "0035_keep_replaced_tokens": keepReplacedTokens,
  "0036_create_datasets": createDatasets,
  "0037_keep_checks": keepChecks,
  "0038_create_topics": createTopics,
  "0043_keep_topic_events": keepTopicEvents,
  "0044_find_documents": findDocuments,
  "0045_register_clients": registerClients,
  "0046_name_programs": namePrograms,
  "0047_list_clients": listClients,
  "0048_leave_out_deleted_users": leaveOutDeletedUsers
} as const satisfies Migrations
