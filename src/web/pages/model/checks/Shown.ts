import { signal } from "@preact/signals"

/** Name in the address of the colouring by the result of a check. */
export const checkColor = "!check"

/** GlobalIds of the products that fail the check that is shown. */
export const failing = signal<ReadonlySet<string>>(new Set())

/** The document that is chosen for the next check. */
export const chosenDocument = signal<number | null>(null)

/** The check that the user waits for, with the path of its model. It outlives the panel, which may be closed meanwhile. */
export const awaited = signal<{ readonly base: string; readonly id: string } | null>(null)
