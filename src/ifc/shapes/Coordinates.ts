import type { InstanceReader } from "../index/IfcFile.ts"

/** Bytes of three numbers at the most: what is longer holds something else. */
const longest = 512

/** The first three numbers of a list (`(1.,0.,0.)`), or as many as it has; none where it is no list of numbers. */
export const coordinates = (read: InstanceReader, argument: number): ReadonlyArray<number> => {
  if (read.kind(argument) !== "list") return []
  const [start, end] = [read.start(argument) + 1, read.end(argument) - 1]
  if (end - start > longest) return []
  const numbers = read.bytes.toString("latin1", start, end).split(",", 3).map(Number)
  return numbers.every(Number.isFinite) ? numbers : []
}
