import type { InstanceReader } from "../index/IfcFile.ts"

/** The most bytes that three numbers take. Longer arguments are not coordinates. */
const longest = 512

/**
 * Returns the first three numbers of a list (`(1.,0.,0.)`), or as many as it has; none if it is not a list of numbers.
 */
export const coordinates = (read: InstanceReader, argument: number): ReadonlyArray<number> => {
  if (read.kind(argument) !== "list") return []
  const [start, end] = [read.start(argument) + 1, read.end(argument) - 1]
  if (end - start > longest) return []
  const numbers = read.bytes.toString("latin1", start, end).split(",", 3).map(Number)
  return numbers.every(Number.isFinite) ? numbers : []
}
