import process from "node:process"
import { type Pieces, serve } from "../ThreadJobs.ts"

interface Word {
  readonly word: string
}

/** A request to the thread of the tests: a word, the shared object, or a way to fail. */
export interface TestWork {
  readonly things: { readonly thing: Word | ReadonlyArray<Word> }
  readonly request:
    | { readonly kind: "Say"; readonly word: string }
    | { readonly kind: "SayThing" | "Throw" | "Refuse" | "Die" | "Hang" | "CountThings" }
    | { readonly kind: "Sleep"; readonly milliseconds: number }
    | { readonly kind: "Sum"; readonly bytes: Uint8Array }
    | { readonly kind: "Code"; readonly code: () => void }
    /** Answers with the pieces "0", "1", …; `hang` is the one that never ends, `fail` the one that throws. */
    | { readonly kind: "Pieces"; readonly count: number; readonly hang?: number; readonly fail?: number }
    | { readonly kind: "CountEnded" }
  readonly answer: string
  readonly failure: { readonly _tag: "Refused"; readonly why: string }
}

const seen = new Set<object>()
let ended = 0

function* pieces(count: number, hang: number, fail: number): Pieces {
  try {
    for (let i = 0; i < count; i++) {
      if (i === fail) throw new Error("broken")
      while (i === hang);
      yield new TextEncoder().encode(String(i))
    }
  } finally {
    ended++
  }
}

serve<TestWork>((request, { thing }) => {
  const words = [thing].flat()
  for (const one of words) seen.add(one)
  switch (request.kind) {
    case "Say":
      return { answer: request.word }
    case "SayThing":
      return { answer: words.map(({ word }) => word).join(" ") }
    case "CountThings":
      return { answer: String(seen.size) }
    case "Throw":
      throw new Error("broken")
    case "Refuse":
      return { failure: { _tag: "Refused", why: "because" } }
    case "Die":
      // oxlint-disable-next-line eslint/no-restricted-globals -- of a thread it ends the thread
      return process.exit(3)
    case "Hang":
      for (;;);
    case "Sleep":
      Bun.sleepSync(request.milliseconds)
      return { answer: "slept" }
    case "Sum":
      return { answer: String(request.bytes.reduce((sum, byte) => sum + byte, 0)) }
    case "Pieces":
      return { answer: "begun", pieces: pieces(request.count, request.hang ?? -1, request.fail ?? -1) }
    case "CountEnded":
      return { answer: String(ended) }
    case "Code":
      return { answer: "never" }
  }
})
