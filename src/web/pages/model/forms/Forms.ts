import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { Condition, GroupsPage, PropertySet } from "../../../api/Views.ts"
import { valueOf } from "../table/Cells.ts"
import { projectOf } from "../Query.ts"
import { type Forming, kindOf, typeCondition, withForms } from "./Applicable.ts"
import { readRequired } from "./ReadRequired.ts"
import { withRequired } from "./Required.ts"

/** Largest number of sets of a project that are shown as forms. */
const mostForms = 100

/** Largest number of kinds of products that are told apart. */
const mostKinds = 5000

/** A set of the project, and the kinds of products that it applies to; null stands for all. */
interface Form {
  readonly set: PropertySet
  readonly kinds: ReadonlySet<string> | null
}

const kindsFor = async (
  base: string,
  where: Condition,
  signal: AbortSignal
): Promise<ReadonlyArray<string> | Failure> => {
  const body = { groupBy: ["Class", "PredefinedType"], measures: [{ calculator: "Count" }], where }
  const answer = await call<GroupsPage>("POST", `${base}/products/groups?page=1&pageSize=${mostKinds}`, {
    body,
    signal
  })
  return "failure" in answer ? answer.failure : answer.value.groups.map(({ keys }) => kindOf(keys[0], keys[1]))
}

const formOf = async (base: string, set: PropertySet, signal: AbortSignal): Promise<Form | Failure> => {
  if (set.entityTypes.length === 0) return { set, kinds: null }
  const kinds = new Set<string>()
  for (const type of set.entityTypes) {
    const found = await kindsFor(base, typeCondition(type), signal)
    // A set may name classes that no schema has.
    if ("code" in found && found.code !== "InvalidFilter") return found
    if (!("code" in found)) for (const kind of found) kinds.add(kind)
  }
  return { set, kinds }
}

const read = async (base: string, signal: AbortSignal): Promise<Answer<Forming>> => {
  const requiring = readRequired(base, signal)
  const path = `${projectOf(base)}/customProperties`
  const answer = await call<{ readonly sets: ReadonlyArray<PropertySet> }>("GET", path, { signal })
  if ("failure" in answer) return answer
  const sets = answer.value.sets.filter(({ propertyDefinitions }) => propertyDefinitions.length > 0)
  const forms: Array<Form> = []
  for (const set of sets.slice(0, mostForms)) {
    const form = await formOf(base, set, signal)
    if ("code" in form) return { failure: form }
    forms.push(form)
  }
  const required = await requiring
  const value: Forming = (rows, lines) => {
    const present = new Set(rows.map((row) => kindOf(row["Class"], valueOf(row["PredefinedType"]))))
    const applying = forms
      .filter(({ kinds }) => kinds === null || present.values().some((kind) => kinds.has(kind)))
      .map(({ set }) => set)
    return {
      sets: withRequired(withForms(lines, applying), rows, required),
      forms: new Set(applying.map(({ name }) => name))
    }
  }
  return { value }
}

/** Time in milliseconds for which an answer is used again, because users go from product to product. */
const keptFor = 60_000

let kept: { readonly base: string; readonly at: number; readonly answer: Answer<Forming> } | null = null

/** Reads which property sets of the project apply to which products, and what the project's requirements demand. */
export const readForms = async (base: string, signal: AbortSignal): Promise<Answer<Forming>> => {
  if (kept?.base === base && Date.now() - kept.at < keptFor) return kept.answer
  const answer = await read(base, signal)
  if ("value" in answer) kept = { base, at: Date.now(), answer }
  return answer
}
