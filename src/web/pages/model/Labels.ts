import { texts } from "./ModelTexts.ts"
import { ownOf } from "../../words/Own.ts"

/** Returns the label of a field. */
export const labelOf = (field: string): string => ownOf(texts.fields, field) ?? field
