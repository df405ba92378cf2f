import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { limits } from "../../domain/Limits.ts"
import { begunElement } from "../../ports/operations/Jobs.ts"

/** Bytes of a note, filled with spaces: more than the name of a pass and an instance number need. */
const noteBytes = 32

const text = new TextEncoder()

/** Records which element is about to be meshed, so that the element is known if this process has to be killed. */
export interface BegunElement {
  /**
   * Returns a function that notes an element of a pass by its instance number, or returns false if it is to be skipped.
   * Every run must take the elements in the same order.
   */
  readonly begins: (pass: string) => (id: number) => boolean
  /** Notes that no element is being meshed. */
  readonly end: () => void
}

/** @param without the elements on which earlier processes were killed, in that order */
export const make = (scratch: string, without: ReadonlyArray<string>): BegunElement => {
  const path = join(scratch, begunElement)
  writeFileSync(path, " ".repeat(noteBytes))
  const mapped = Bun.mmap(path, { shared: true })
  const write = (note: string) => text.encodeInto(note.padEnd(noteBytes), mapped)
  const skipped = new Set(without)
  let isGivenUp = false
  const begins = (pass: string) => (id: number) => {
    const note = `${pass} ${id}`
    if (without.length > limits.endlessElements.most && note === without.at(-1)) isGivenUp = true
    if (isGivenUp || skipped.has(note)) return false
    write(note)
    return true
  }
  return { begins, end: () => void write("") }
}
