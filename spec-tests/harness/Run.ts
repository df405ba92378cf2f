import { rooms } from "../rules/All.ts"
import { Context } from "./Context.ts"
import { Skipped } from "./Faults.ts"
import type { Result, Room, Rule } from "./Rule.ts"
import { observe, type Tag } from "./Tags.ts"

/** The rules that a run selects; by default all of them. */
export interface Choice {
  /** Selects the rules whose id begins with this text. */
  readonly only?: string | undefined
  /** Selects the rules that have any of these tags. */
  readonly tags?: ReadonlyArray<Tag> | undefined
  /** Selects the rules with these ids. */
  readonly ids?: ReadonlySet<string> | undefined
  /** The largest number of rules with the same tags that are selected of a room: the first ones. */
  readonly each?: number | undefined
}

export interface RunOptions extends Choice {
  /** The address of the service, without a path: `http://localhost:8080`. */
  readonly baseUrl: string
  readonly token: string
  /** The token of another user; without it, rules that need a second user are skipped. */
  readonly secondToken?: string | undefined
  /** The number of rooms that run at the same time; one by default. */
  readonly lanes?: number | undefined
  /** The seed of a random order of rooms; by default they run in the published order. */
  readonly seed?: number | undefined
  /** Receives each result after its rule was tried. */
  readonly onResult?: (result: Result) => void
}

/** The rules that a run tries, by room and in the published order. */
export const chosen = ({ each = Infinity, ids, only = "", tags }: Choice): ReadonlyArray<Room> => {
  const isChosen = (rule: Rule): boolean =>
    rule.id.startsWith(only) && (ids?.has(rule.id) ?? true) && (tags?.some((tag) => rule.tags.includes(tag)) ?? true)
  const firstOnes = (room: Room): Room => {
    const counts = new Map<string, number>()
    return room.filter(({ tags }) => {
      const key = tags.toSorted().join()
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= each
    })
  }
  return rooms.map((room) => firstOnes(room.filter(isChosen))).filter(({ length }) => length > 0)
}

/**
 * Runs rules against a running service, those of a room one after the other, and deletes the projects that they
 * created. Returns the results in the published order.
 */
export const runConformance = async (options: RunOptions): Promise<ReadonlyArray<Result>> => {
  const { lanes = 1, onResult, secondToken, seed, token } = options
  const context = new Context(options.baseUrl.replace(/\/+$/, ""), token, secondToken ?? null)
  const all = chosen(options)
  const waiting = seed === undefined ? [...all] : shuffled(all, seed)
  const results = new Map<Rule, Result>()
  const lane = async (): Promise<void> => {
    for (let room = waiting.shift(); room !== undefined; room = waiting.shift()) {
      const own = context.room()
      for (const rule of room) {
        const result = await attempt(rule, own)
        results.set(rule, result)
        onResult?.(result)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    await context.clean()
  }
  return all.flat().map((rule) => results.get(rule)!)
}

const shuffled = <A>(entries: ReadonlyArray<A>, seed: number): Array<A> =>
  entries
    .map((entry, i) => ({ entry, key: Bun.hash.wyhash(`${seed} ${i}`) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry)

const attempt = async (rule: Rule, context: Context): Promise<Result> => {
  const began = performance.now()
  const end = (outcome: Result["outcome"], detail: string): Result => ({
    id: rule.id,
    source: rule.source,
    title: rule.title,
    outcome,
    detail,
    milliseconds: Math.round(performance.now() - began)
  })
  try {
    const exercised = await observe(() => rule.run(context))
    const missing = [...exercised].filter((tag) => !rule.tags.includes(tag))
    if (missing.length === 0) return end("passed", "")
    return end("failed", `The rule holds, but its tags do not name what it exercised: ${missing.join(", ")}`)
  } catch (error) {
    if (error instanceof Skipped) return end("skipped", error.message)
    return end("failed", error instanceof Error ? error.message : String(error))
  }
}
