import type { TableName } from "../../domain/dataset/DatasetTables.ts"
import type { ProjectId } from "../../domain/Identifier.ts"

/** The folder of a table, without a slash at the end. */
export const ofTable = (projectId: ProjectId, table: TableName): string => `${projectId}/${table}`

export const dataFile = (projectId: ProjectId, table: TableName, name: string): string =>
  `${ofTable(projectId, table)}/data/${name}.parquet`

/** The file that names the newest metadata file, for engines that open the folder. */
export const versionHint = (projectId: ProjectId, table: TableName): string =>
  `${ofTable(projectId, table)}/metadata/version-hint.text`

export const metadataFile = (projectId: ProjectId, table: TableName, version: number): string =>
  `${ofTable(projectId, table)}/metadata/v${version}.metadata.json`
