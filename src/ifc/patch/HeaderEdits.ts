import type { IfcFile } from "../index/IfcFile.ts"
import { StepArguments } from "../step/StepArguments.ts"
import { headerStatement } from "../step/StepHeader.ts"
import type { StepPatch } from "./StepPatch.ts"
import * as StepWord from "./StepWord.ts"

/** Attributes of FILE_NAME. Source: ISO 10303-21:2016, clause 8.2.3. */
const timeStampAt = 1
const systemAt = 5

/** Writes into the header when, and by which system, the file was written. @param time in milliseconds since 1970 */
export const signHeader = ({ bytes, header }: IfcFile, patch: StepPatch, time: number): void => {
  const at = headerStatement(bytes, "FILE_NAME", header.dataAt)
  const read = new StepArguments(bytes)
  if (at < 0 || !read.open(at, header.dataAt)) return
  const stamp = new Date(time).toISOString().slice(0, 19)
  for (const [attribute, text] of [
    [timeStampAt, stamp],
    [systemAt, "Plinth"]
  ] as const) {
    if (attribute < read.count) patch.replace(read.start(attribute), read.end(attribute), StepWord.text(text))
  }
}
