import type { Edit } from "./Edit.ts"

/** The field that an edit changes, regardless of the product. */
export interface EditedField {
  readonly kind: Edit["kind"]
  /** The set of a property; otherwise `""`. */
  readonly set: string
  /** The name of a property or an attribute, or the guid of a code; otherwise `""`. */
  readonly name: string
}

export const fieldOf = (edit: Edit): EditedField => {
  switch (edit.kind) {
    case "Property":
      return { kind: edit.kind, set: edit.set, name: edit.name }
    case "Attribute":
      return { kind: edit.kind, set: "", name: edit.name }
    case "Code":
      return { kind: edit.kind, set: "", name: edit.code }
    default:
      return { kind: edit.kind, set: "", name: "" }
  }
}

/** Returns the same text for the same field. */
export const keyOf = ({ kind, name, set }: Readonly<Record<keyof EditedField, string>>): string =>
  `${kind}\0${set}\0${name}`

/** Returns the name of the field in a list of changes. */
export const nameOf = ({ kind, name, set }: EditedField): string =>
  kind === "Property" ? `${set}.${name}` : kind === "Attribute" ? name : kind
