import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { Claim, Operation } from "../../domain/operations/Operation.ts"

/** Prefix of everything that belongs to a project. */
export const blobsOfProject = (projectId: ProjectId): string => `projects/${projectId}/`

/** Prefix of everything that belongs to a model. */
export const blobsOfModel = (projectId: ProjectId, modelId: ModelId): string =>
  `${blobsOfProject(projectId)}models/${modelId}/`

/** The uploaded file of an import; it is there before the model has its number. */
export const uploadedFile = (projectId: ProjectId, operationId: OperationId): string =>
  `${blobsOfProject(projectId)}imports/${operationId}/source`

/** What an operation works on, as `OperationInput.ts` writes it. */
export const operationInput = (projectId: ProjectId, modelId: ModelId, operationId: OperationId): string =>
  `${blobsOfModel(projectId, modelId)}operations/${operationId}/input.jsonl`

/** What a worker makes lies under its own token, so that two that hold the same operation never meet. */
export const outputOf = (claim: Claim, name: string): string =>
  `${blobsOfModel(claim.projectId, claim.modelId)}operations/${claim.operationId}/${claim.token}/${name}`

/** The report of an operation that its caller ended. */
export const reportOfCancel = ({ id, modelId, projectId }: Operation): string =>
  `${blobsOfModel(projectId, modelId)}operations/${id}/cancelled/report.json`
