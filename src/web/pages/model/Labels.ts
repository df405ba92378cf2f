import { texts } from "./ModelTexts.ts"

/** Returns the label of a field. */
export const labelOf = (field: string): string => texts.fields[field] ?? field
