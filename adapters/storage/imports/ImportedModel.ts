import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"

/** The model that an import makes Ready. */
export interface ImportedModel {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly guid: string
  readonly name: string
}

/** Rows of one statement of an import: few enough that it is over within a few milliseconds. */
export const rowsPerStatement = 200
