import { closeSync, openSync, writeSync } from "node:fs"
import * as StepWord from "../../../src/ifc/patch/StepWord.ts"

/** The buffer size in characters. */
const gathered = 1 << 16

/**
 * The garbage collector runs each time this many bytes have been written, because garbage accumulates faster than it is
 * collected otherwise.
 */
const collectedAfter = 1 << 25

/** Writes the instances of a STEP file as they are created. */
export interface StepFile {
  /** Writes `#n=KEYWORD(arguments);` and returns `#n`. */
  readonly add: (keyword: string, values: string) => string
  /** Does the same as `add` with arguments in pieces. */
  readonly addLong: (keyword: string, pieces: Iterable<string>) => string
}

export interface StepHeader {
  readonly schema: string
  /** The time in ISO 8601 without fractions. */
  readonly timeStamp: string
  readonly author: string
  readonly system: string
}

/**
 * Writes a STEP file at a path, with the instances that `fill` adds, in their order. Only a small part is buffered.
 *
 * Source: ISO 10303-21:2016.
 */
export const writeStepFile = (path: string, header: StepHeader, fill: (file: StepFile) => void): void => {
  const descriptor = openSync(path, "w")
  let waiting = ""
  let garbage = 0
  const flush = () => {
    const bytes = Buffer.from(waiting, "latin1")
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
    waiting = ""
    garbage += bytes.length
    if (garbage < collectedAfter) return
    garbage = 0
    Bun.gc(true)
  }
  const put = (text: string) => {
    waiting += text
    if (waiting.length >= gathered) flush()
  }
  let count = 0
  const addLong: StepFile["addLong"] = (keyword, pieces) => {
    const name = StepWord.reference(++count)
    put(`${name}=${keyword}(`)
    for (const piece of pieces) put(piece)
    put(");\n")
    return name
  }
  try {
    put(headerOf(header))
    fill({ addLong, add: (keyword, values) => addLong(keyword, [values]) })
    put("ENDSEC;\nEND-ISO-10303-21;\n")
    flush()
  } finally {
    closeSync(descriptor)
  }
}

const headerOf = ({ author, schema, system, timeStamp }: StepHeader): string => {
  const [time, who, what, by] = [timeStamp, author, schema, system].map(StepWord.text)
  return (
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n" +
    `FILE_NAME('',${time},(${who}),(''),${StepWord.text("Plinth")},${by},'');\n` +
    `FILE_SCHEMA((${what}));\nENDSEC;\nDATA;\n`
  )
}

/** The number of list items in a piece. */
const atOnce = 512

/** Returns a list in parentheses, in pieces of some kilobytes. */
export function* listBy(count: number, item: (index: number) => string): Iterable<string> {
  yield "("
  for (let from = 0; from < count; from += atOnce) {
    const items = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => item(from + i))
    yield (from === 0 ? "" : ",") + items.join(",")
  }
  yield ")"
}

/** Does the same as `listBy` with items that already exist. */
export const listOf = (items: ReadonlyArray<string>): Iterable<string> => listBy(items.length, (i) => items[i]!)
