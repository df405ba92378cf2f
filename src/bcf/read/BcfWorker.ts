import { lowerPriority } from "../../runtime/LowerPriority.ts"
import { serve } from "../../runtime/ThreadJobs.ts"
import { BcfFault } from "./BcfFault.ts"
import { readBcf, type ReadDocument, type ReadTopic } from "./ReadBcf.ts"

/** A BCF file that was read as a whole. */
export interface ReadContent {
  readonly topics: ReadonlyArray<ReadTopic>
  readonly documents: ReadonlyArray<ReadDocument>
}

/** The work of a thread that reads BCF files. */
export interface BcfWork {
  readonly things: Readonly<Record<string, never>>
  readonly request: { readonly bytes: Uint8Array }
  readonly answer: ReadContent
  readonly failure: { readonly kind: BcfFault["kind"]; readonly details: string }
}

const read = (bytes: Uint8Array): ReadContent => {
  const file = readBcf(bytes)
  const topics = [...file.topics()]
  return { topics, documents: [...file.documents(), ...topics.flatMap(({ documents }) => documents)] }
}

lowerPriority()
serve<BcfWork>(({ bytes }) => {
  try {
    return { answer: read(bytes) }
  } catch (error) {
    if (!(error instanceof BcfFault)) throw error
    return { failure: { kind: error.kind, details: error.details } }
  }
})
