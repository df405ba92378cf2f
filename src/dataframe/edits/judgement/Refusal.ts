import {
  isObject,
  type Modification,
  type ModificationError,
  type ModificationErrorCode
} from "../../../domain/edits/Modification.ts"

/** Why a cell is not modified. */
export interface Refusal {
  readonly error: ModificationErrorCode
  /** One sentence for a person. */
  readonly description: string
  /** The set is at fault, and not the value. */
  readonly isOfSet?: boolean
}

export const refuse = (error: ModificationErrorCode, description: string): Refusal => ({ error, description })

export const refuseSet = (error: ModificationErrorCode, description: string): Refusal => ({
  error,
  description,
  isOfSet: true
})

export const invalid = (description: string): Refusal => refuse("InvalidValue", description)

/** The member of an object that the value of a field stands in. */
const memberOfValue = (field: string): "SpatialLocationId" | "MaterialId" | "Value" =>
  field === "SpatialLocation"
    ? "SpatialLocationId"
    : field === "Material" || field === "MaterialLayerSet"
      ? "MaterialId"
      : "Value"

/** A refusal as it is answered: of a value that was sent as an object with the member at fault. */
export const toError = (
  { field, guid, value }: Modification,
  { description, error, isOfSet = false }: Refusal
): ModificationError => ({
  guid,
  field: isObject(value) ? `${field}.${isOfSet ? "PropertySet" : memberOfValue(field)}` : field,
  error,
  description
})
