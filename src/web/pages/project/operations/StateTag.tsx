import type { State } from "./Operation.ts"
import { texts } from "./OperationTexts.ts"

/** Renders the state of an operation in words, with a colour. */
export const StateTag = ({ state }: { readonly state: State }) => (
  <span class={`state ${state.toLowerCase()}`}>{texts.operations.statuses[state]}</span>
)
