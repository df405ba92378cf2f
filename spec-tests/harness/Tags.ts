import { AsyncLocalStorage } from "node:async_hooks"

/** The parts of a deployment that an operator chooses. */
export const allTags = ["storage", "queue", "blobs", "auth"] as const
export type Tag = (typeof allTags)[number]

/** The tags of a rule that starts an operation: it is queued, reads and writes blobs, and is kept in the storage. */
export const operating: ReadonlyArray<Tag> = ["storage", "queue", "blobs"]

/** A request and the status of its answer. */
export interface Call {
  readonly method: string
  /** A path below the base URL, or an absolute URL that the service returned. */
  readonly path: string
  readonly status: number
  /** Whether the call has other credentials than those of a user of the run. */
  readonly hasOwnCredentials: boolean
}

const handsOutBlobs = /\/(?:upload-url|result|geometry|parquet|image)$/

/** Returns the components that a call exercised in addition to those of every authenticated request. */
export const exercisedBy = ({ hasOwnCredentials, method, path, status }: Call): ReadonlyArray<Tag> => {
  if (/^https?:/.test(path)) return ["blobs"]
  const resource = path.toLowerCase().replace(/\/?(?:\?.*)?$/, "")
  if (hasOwnCredentials || status === 401 || resource.startsWith("/v1/auth/")) return ["auth"]
  if (status >= 400 || !resource.startsWith("/v1/")) return []
  if (status === 202 || (method === "DELETE" && resource.startsWith("/v1/operations/"))) return operating
  if (handsOutBlobs.test(resource)) return ["storage", "blobs"]
  return method === "GET" && resource === "/v1/projects" ? [] : ["storage"]
}

const current = new AsyncLocalStorage<Set<Tag> | null>()

/** Runs a rule and returns the tags of the calls that it made. */
export const observe = async (run: () => Promise<void>): Promise<ReadonlySet<Tag>> => {
  const exercised = new Set<Tag>()
  await current.run(exercised, run)
  return exercised
}

/** Creates a value that rules share; its calls count for none of them. */
export const unobserved = <A>(make: () => A): A => current.run(null, make)

/** Counts a call towards the rule that made it. */
export const note = (call: Call): void => {
  const exercised = current.getStore()
  if (exercised === null || exercised === undefined) return
  for (const tag of exercisedBy(call)) exercised.add(tag)
}
