import { limits } from "../../domain/Limits.ts"
import type { Path } from "./JsonScan.ts"

/** A specification or a requirement: its own members, and its first failures. */
interface Checked {
  readonly members: Record<string, unknown>
  readonly failures: Array<unknown>
}

interface Specification extends Checked {
  readonly index: number
  readonly requirements: Array<Checked>
  /** The number of requirements that were read so far. */
  count: number
  bytes: number
}

const empty = (): Checked => ({ members: {}, failures: [] })

/** Returns a row; the result of a check lists the first 1,000 failures, and counts all. */
const shown = ({ failures, members }: Checked): Record<string, unknown> => {
  const left = Number(members["failed"] ?? failures.length) - failures.length
  return { ...members, failures, ...(left > 0 ? { failuresLeftOut: left } : {}) }
}

const rowOf = (specification: Specification) => {
  const { count, members, requirements } = specification
  const left = count - requirements.length
  return {
    ...(specification.failures.length === 0 ? members : shown(specification)),
    requirements: requirements.map(shown),
    ...(left > 0 ? { requirementsLeftOut: left } : {})
  }
}

/**
 * The maximum number of bytes of a row, such that it fits into a result both as structure and as text, in which quotes
 * take two bytes.
 */
const mostBytes = limits.toolResultBytes.most / 3

/** The bytes of a requirement besides its members. */
const bytesOfRequirement = `{"failures":[]},`.length

/**
 * Collects the specifications of a result of a check, from the one at `from` on, until `add` returns false. A whole
 * specification may have 200,000 failures; so the values are read one by one, and only as many as a result shows.
 */
export const collecting = (from: number, add: (row: unknown) => boolean) => {
  let current: Specification | null = null
  let next: string | null = null

  /** Adds the specification that is complete now. Returns false if it does not fit. */
  const close = (): boolean => {
    if (current === null || next !== null) return next === null
    if (!add(rowOf(current))) next = String(current.index)
    current = null
    return next === null
  }

  const isWanted = (path: Path): boolean => {
    const [list, index, member, at, inner] = path
    if (list !== "specifications" || path.length < 3 || Number(index) < from) return false
    const isFull = current !== null && current.index === index && current.bytes > mostBytes
    const most = isFull ? 0 : limits.failuresOfTool.most
    if (member === "failures") return path.length === 4 && Number(at) < most
    if (member !== "requirements") return path.length === 3
    if (inner === "failures") return path.length === 6 && Number(path[5]) < most
    return path.length === 5
  }

  /** Takes a value that `isWanted`. Returns false if no more are needed. */
  const take = ([, index, member, at, inner]: Path, value: unknown): boolean => {
    if (current?.index !== index) {
      if (!close()) return false
      current = { ...empty(), index: Number(index), requirements: [], count: 0, bytes: 0 }
    }
    const { requirements } = current!
    if (member === "requirements" && Number(at) >= current!.count) {
      current!.count = Number(at) + 1
      if (current!.bytes <= mostBytes) {
        requirements.push(empty())
        current!.bytes += bytesOfRequirement
      }
    }
    const owner = member === "requirements" ? requirements[Number(at)] : current!
    if (owner === undefined) return true
    const name = String(member === "requirements" ? inner : member)
    current!.bytes += Buffer.byteLength(JSON.stringify({ [name]: value }))
    if (name === "failures") owner.failures.push(value)
    else owner.members[name] = value
    return true
  }

  /** Adds the last specification. Returns the place at which the next result goes on, or null. */
  const end = (): string | null => {
    close()
    return next
  }

  return { isWanted, take, end }
}
