import { createHash } from "node:crypto"
import { collecting, type Structure, withLeft } from "../Answer.ts"
import type { ApiClient, ApiRequest } from "../ApiClient.ts"
import { nextOf, type Place } from "../Arguments.ts"
import { Refusal } from "../Refusal.ts"
import * as Tool from "../Tool.ts"

/** The rows of a page of changes. */
const changesOfPage = 200

/** The members of a result that lists changes. */
export const output = {
  changes: Tool.listOf("guid, field, before (the public value), after, change: Added, Changed or Removed"),
  added: { type: "array", items: { type: "string" }, description: "Guids of products that are new" },
  deleted: { type: "array", items: { type: "string" }, description: "Guids of products that are deleted" },
  totalCount: { type: "integer", description: "The number of all changes and added and deleted products" },
  expect: {
    type: "string",
    description: "Stands for exactly these unpublished changes: pass it to publish or discard"
  }
}

export const required = ["changes", "added", "deleted", "totalCount"]

/** The members that are lists. */
const lists = new Set(["errors", "deleted", "added", "changes"])

interface Kept {
  readonly kind: "changes" | "added" | "deleted"
  readonly value: unknown
}

/** Returns a digest of an `expect`, from which it cannot be derived. */
const digestOf = (expect: string): string => createHash("sha256").update(expect).digest("base64url").slice(0, 16)

interface Options {
  readonly from: Place
  /** The tool that reads the rest, if it is another one than that whose result has these changes. */
  readonly tool?: string
  readonly onErrors?: (errors: ReadonlyArray<unknown>) => void
}

/**
 * Returns the changes of an answer in pages, from a place on. The answer has deleted products first, then added ones,
 * then changed cells. `expect` is given with the last of them only, so that nobody passes it on without having seen
 * all. `next` has a digest of it: fails with `Conflict` if the changes are no longer those of the previous page.
 * Returns null, and calls `onErrors`, if the answer has errors instead.
 */
export const changesOf = async (
  api: ApiClient,
  path: string,
  request: ApiRequest,
  { from: { digest, row: from }, onErrors = () => undefined, tool }: Options
): Promise<Structure | null> => {
  const page = Math.floor(from / changesOfPage) + 1
  const found: Record<Kept["kind"], Array<unknown>> = { deleted: [], added: [], changes: [] }
  const errors: Array<unknown> = []
  let others: Readonly<Record<string, unknown>> = {}
  await api.scan(
    path,
    { ...request, query: { ...request.query, page, pageSize: changesOfPage } },
    ({ 0: name, length }) => length === (typeof name === "string" && lists.has(name) ? 2 : 1),
    ([name], value) => {
      if (name === "errors") errors.push(value)
      else if (name === "deleted" || name === "added" || name === "changes") found[name].push(value)
      else others = { ...others, [String(name)]: value }
    }
  )
  if (errors.length > 0) {
    onErrors(errors)
    return null
  }
  const expect = typeof others["expect"] === "string" ? others["expect"] : null
  const now = expect === null ? undefined : digestOf(expect)
  if (from > 0 && digest !== now) {
    throw new Refusal("Conflict", "The changes are no longer those of the page before. Read them again without next.")
  }
  const all = (["deleted", "added", "changes"] as const).flatMap((kind) =>
    found[kind].map((value): Kept => ({ kind, value }))
  )
  const totalCount = Number(others["totalCount"] ?? 0)
  const { add, cuts, rows } = collecting()
  const shown: Array<Kept["kind"]> = []
  for (const { kind, value } of all.slice(from % changesOfPage)) {
    if (!add(value)) break
    shown.push(kind)
  }
  const end = from + shown.length
  const goesOn = { part: 0, row: end, ...(now === undefined ? {} : { digest: now }) }
  const next = end < totalCount ? nextOf(goesOn) : null
  const of = (kind: Kept["kind"]) => rows.filter((_, i) => shown[i] === kind)
  const expected = next === null && expect !== null ? { expect } : {}
  const more =
    next !== null && expect !== null ? ["expect comes with the last of the changes; get_changes reads them too."] : []
  const structure = { changes: of("changes"), added: of("added"), deleted: of("deleted"), totalCount, ...expected }
  return withLeft(structure, { next, cuts: cuts(), more, tool })
}
