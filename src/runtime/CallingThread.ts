import * as Effect from "effect/Effect"
import type { Run, Work } from "./ThreadJobs.ts"
import { outcomeOf, thrown, type Threads } from "./Threads.ts"

/** Runs jobs on the calling thread at once, for cases in which starting a thread takes longer than all of the work. */
export const make = <W extends Work>(work: Run<W>): Threads<W> => ({
  run: (_user, request, { things }) =>
    Effect.flatMap(
      Effect.try({ try: () => work(request, things), catch: (error) => thrown(String(error)) }),
      outcomeOf
    ),
  forget: () => {}
})
