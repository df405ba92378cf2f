/** A value of an IFC file, in the SI unit if it has one. */
export type IfcValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number; readonly isInteger: boolean }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** `*`, `$` and UNKNOWN. Only the first two count as absent. */
  | { readonly kind: "none"; readonly isAbsent: boolean }
  /** Values that IDS does not compare: an object, a list, a member of a select, a binary. */
  | { readonly kind: "object" | "list" | "select" | "binary"; readonly isEmpty: boolean }

export const absent: IfcValue = { kind: "none", isAbsent: true }
export const unknown: IfcValue = { kind: "none", isAbsent: false }

/** Returns whether a value counts as one: not if it is null, UNKNOWN, an empty text or an empty list. */
export const hasValue = (value: IfcValue): boolean => {
  switch (value.kind) {
    case "none":
      return false
    case "text":
      return value.text !== ""
    case "number":
    case "boolean":
      return true
    default:
      return !value.isEmpty
  }
}

const mostShown = 80

/** Returns a value in the form in which it is shown to users. */
export const shown = (value: IfcValue): string => {
  switch (value.kind) {
    case "none":
      return value.isAbsent ? "no value" : "UNKNOWN"
    case "text":
      return JSON.stringify(value.text.length > mostShown ? `${value.text.slice(0, mostShown)}…` : value.text)
    case "number":
      return String(value.number)
    case "boolean":
      return String(value.value)
    case "select":
      return "one of several types"
    default:
      return value.isEmpty ? `an empty ${value.kind}` : `${value.kind === "object" ? "an" : "a"} ${value.kind}`
  }
}
