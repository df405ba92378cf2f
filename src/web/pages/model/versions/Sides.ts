import { call } from "../../../api/Call.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { ChangesPage, ProductsPage, Row, Versions } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import { ofVersion } from "../Query.ts"
import { fields, type Sides } from "./ChangeText.ts"

/** Largest number of products shown by name, the first ones. It equals the service's largest page. */
const mostNamed = 5000

/** Returns the id of the latest public version. */
export const latestOf = async (base: string, signal?: AbortSignal): Promise<Answer<string>> => {
  const options = signal === undefined ? {} : { signal }
  const answer = await call<Versions>("GET", `${base}/versions?page=1&pageSize=1`, options)
  return "failure" in answer ? answer : { value: answer.value.versions[0]!.modelVersionId }
}

type Rows = ReadonlyMap<string, Row>

const rowsIn = async (
  base: string,
  guids: ReadonlyArray<string>,
  version: string | null,
  signal: AbortSignal
): Promise<Rows> => {
  const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=${mostNamed}`, version)
  const body = { fields, filters: [{ property: "Guid", operator: "In", value: guids }] }
  const answer = await call<ProductsPage>("POST", path, { body, signal })
  return new Map("failure" in answer ? [] : answer.value.result.map((row) => [row["Guid"] as string, row]))
}

const nothing: Sides = { before: new Map(), after: new Map() }

/**
 * Loads the products on both sides of changes. The result is empty until they are loaded, and if they cannot be read. A
 * `version` of null is the user's own changes since the latest public version.
 */
export const useSides = (
  base: string,
  { added, changes, deleted }: Omit<ChangesPage, "totalCount">,
  version: string | null,
  since: string | null
): Sides => {
  const all = [...deleted, ...added, ...changes.map(({ guid }) => guid)]
  const guids = [...new Set(all)].slice(0, mostNamed)
  const { state } = useLoaded(
    async (signal): Promise<Answer<Sides>> => {
      if (guids.length === 0) return { value: nothing }
      const older = since === null ? await latestOf(base, signal) : { value: since }
      if ("failure" in older) return older
      const [before, after] = await Promise.all([
        rowsIn(base, guids, older.value, signal),
        rowsIn(base, guids, version, signal)
      ])
      return { value: { before, after } }
    },
    [base, guids, version, since, revision.value],
    [base]
  )
  return state.tag === "Ready" ? state.value : nothing
}
