import process from "node:process"
import { serve } from "../ThreadJobs.ts"

interface Word {
  readonly word: string
}

/** What the thread of the tests is asked: the word, the thing that it was told, or one of the ways to go wrong. */
export interface TestWork {
  readonly things: { readonly thing: Word | ReadonlyArray<Word> }
  readonly request:
    | { readonly kind: "Say"; readonly word: string }
    | { readonly kind: "SayThing" | "Throw" | "Refuse" | "Die" | "Hang" | "CountThings" }
    | { readonly kind: "Sleep"; readonly milliseconds: number }
    | { readonly kind: "Sum"; readonly bytes: Uint8Array }
    | { readonly kind: "Code"; readonly code: () => void }
  readonly answer: string
  readonly failure: { readonly _tag: "Refused"; readonly why: string }
}

const seen = new Set<object>()

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
    case "Code":
      return { answer: "never" }
  }
})
