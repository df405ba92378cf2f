import {
  isObject,
  type Modification,
  type ModificationError,
  type ModificationErrorCode
} from "../../../domain/edits/Modification.ts"

/** The reason why a cell cannot be modified. */
export interface Refusal {
  readonly error: ModificationErrorCode
  /** A sentence for the user. */
  readonly description: string
  /** Whether the set is at fault and not the value. */
  readonly isOfSet?: boolean
}

export const refuse = (error: ModificationErrorCode, description: string): Refusal => ({ error, description })

export const refuseSet = (error: ModificationErrorCode, description: string): Refusal => ({
  error,
  description,
  isOfSet: true
})

export const invalid = (description: string): Refusal => refuse("InvalidValue", description)

/** Returns the name of the member that holds the value of a field, in values sent as objects. */
const memberOfValue = (field: string): "SpatialLocationId" | "MaterialId" | "Value" =>
  field === "SpatialLocation"
    ? "SpatialLocationId"
    : field === "Material" || field === "MaterialLayerSet"
      ? "MaterialId"
      : "Value"

/**
 * Converts a refusal to the error in the response. If the value was sent as an object, the error names the member at
 * fault.
 */
export const toError = (
  { field, guid, value }: Modification,
  { description, error, isOfSet = false }: Refusal
): ModificationError => ({
  guid,
  field: isObject(value) ? `${field}.${isOfSet ? "PropertySet" : memberOfValue(field)}` : field,
  error,
  description
})
