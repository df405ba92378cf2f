import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { Claim, Operation } from "../../domain/operations/Operation.ts"

/** Prefix of everything that belongs to a project. */
export const blobsOfProject = (projectId: ProjectId): string => `projects/${projectId}/`

/** Prefix of everything that belongs to a model. */
export const blobsOfModel = (projectId: ProjectId, modelId: ModelId): string =>
  `${blobsOfProject(projectId)}models/${modelId}/`

/** The uploaded file of an import. It exists before the model has an id. */
export const uploadedFile = (projectId: ProjectId, operationId: OperationId): string =>
  `${blobsOfProject(projectId)}imports/${operationId}/source`

/** The file of a document of requirements. Each file has a key of its own, because a document may get another. */
export const requirementsFile = (projectId: ProjectId, fileId: string): string =>
  `${blobsOfProject(projectId)}requirements/${fileId}.ids`

/** A picture or file of a topic, or a document of a project. */
export const topicFile = (projectId: ProjectId, fileId: string): string =>
  `${blobsOfProject(projectId)}topics/${fileId}`

/** The input of an operation, as `OperationInput.ts` writes it. */
export const operationInput = (projectId: ProjectId, modelId: ModelId, operationId: OperationId): string =>
  `${blobsOfModel(projectId, modelId)}operations/${operationId}/input.jsonl`

/**
 * The output of a worker. The key contains the token of the claim, so that two workers that hold the same operation
 * never collide.
 */
export const outputOf = (claim: Claim, name: string): string =>
  `${blobsOfModel(claim.projectId, claim.modelId)}operations/${claim.operationId}/${claim.token}/${name}`

/** The report of an operation that was cancelled. */
export const reportOfCancel = ({ id, modelId, projectId }: Operation): string =>
  `${blobsOfModel(projectId, modelId)}operations/${id}/cancelled/report.json`
