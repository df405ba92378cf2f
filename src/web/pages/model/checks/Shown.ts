import { signal } from "@preact/signals"
import type { CheckStatus } from "../../../../../sdk/plinth.ts"

const states: Readonly<Record<CheckStatus, string>> = { Passed: "ready", Failed: "failed", NotApplicable: "queued" }

/** Returns the class of the word that says a result, which gives it a coloured dot. */
export const stateOf = (result: CheckStatus): string => `state ${states[result]}`

/** Name in the address of the colouring by the result of a check. */
export const checkColor = "!check"

/** GlobalIds of the products that fail the check that is shown. */
export const failing = signal<ReadonlySet<string>>(new Set())

/** The document that is chosen for the next check. */
export const chosenDocument = signal<number | null>(null)

/** The check that the user waits for, with the path of its model. It outlives the panel, which may be closed meanwhile. */
export const awaited = signal<{ readonly base: string; readonly id: string } | null>(null)
