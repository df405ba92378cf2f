import type { Operation } from "../../../api/Views.ts"
import { isOn } from "../operations/Operation.ts"

/** Imports that a project's page shows beside the models that are ready. */
export interface OpenImports {
  /** Imports of files that are no models yet, newest first. */
  readonly ofNone: ReadonlyArray<Operation>
  /** Imports of new files for models, by the id of the model. */
  readonly ofModel: ReadonlyMap<string, Operation>
}

/**
 * Returns the imports that run or have failed. Only the newest import of a model counts, so one that was tried again
 * with success is not shown. Cancelled ones and those of removed models are left out.
 *
 * @param operations The operations of the project, newest first.
 * @param models The ids of the models that are ready.
 * @param isHidden Whether the user hid a failed import.
 */
export const openImports = (
  operations: ReadonlyArray<Operation>,
  models: ReadonlySet<string>,
  isHidden: (operationId: string) => boolean
): OpenImports => {
  const newest = new Map<string, Operation>()
  for (const operation of operations) {
    if (operation.kind === "ImportIfc" && !newest.has(operation.modelId)) newest.set(operation.modelId, operation)
  }
  const isOpen = (operation: Operation): boolean =>
    isOn(operation) ||
    (operation.status === "Failed" &&
      operation.error !== "Cancelled" &&
      operation.modelName !== undefined &&
      !isHidden(operation.id))
  const open = [...newest.values()].filter(isOpen)
  return {
    ofNone: open.filter(({ modelId }) => !models.has(modelId)),
    ofModel: new Map(open.filter(({ modelId }) => models.has(modelId)).map((one) => [one.modelId, one]))
  }
}
