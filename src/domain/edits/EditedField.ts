import type { Edit } from "./Edit.ts"

/** What edits are of, whichever product they are of. */
export interface EditedField {
  readonly kind: Edit["kind"]
  /** Of a property; else `""`. */
  readonly set: string
  /** Of a property or an attribute, the guid of a code; else `""`. */
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

/** The same text for the same field. */
export const keyOf = ({ kind, name, set }: Readonly<Record<keyof EditedField, string>>): string =>
  `${kind}\0${set}\0${name}`

/** As it is called in a list of changes. */
export const nameOf = ({ kind, name, set }: EditedField): string =>
  kind === "Property" ? `${set}.${name}` : kind === "Attribute" ? name : kind
