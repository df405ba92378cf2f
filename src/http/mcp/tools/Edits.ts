import * as Schema from "effect/Schema"
import { collecting, type Structure } from "../Answer.ts"
import { type ApiClient, idOf } from "../ApiClient.ts"
import * as Arguments from "../Arguments.ts"
import { expectHeader } from "../ExpectHeader.ts"
import { Refusal } from "../Refusal.ts"
import * as Tool from "../Tool.ts"
import * as Changes from "./Changes.ts"

interface InModel {
  readonly projectId: string | number
  readonly modelId: string | number
}

const rootOf = ({ modelId, projectId }: InModel) =>
  `/v1/projects/${idOf("projectId", projectId)}/models/${idOf("modelId", modelId)}`

/** Returns the refusal of edits that do not fit, with as many of the reasons as a result holds. */
const refusalOf = (errors: ReadonlyArray<unknown>): Refusal => {
  const { add, rows } = collecting()
  for (const error of errors) if (!add(error)) break
  const count =
    errors.length > rows.length ? `The first ${rows.length} of ${errors.length} reasons are` : "The reasons are"
  const [first] = errors as ReadonlyArray<{ readonly error: string }>
  return new Refusal(first!.error, `Nothing was changed. ${count} listed.`, { errors: rows })
}

/**
 * Runs work within a separate modification session, which ends afterwards. Fails with `SessionAlreadyActive` if the
 * user has another one.
 */
const inSession = async <A>(
  api: ApiClient,
  root: string,
  work: (headers: Readonly<Record<string, string>>) => Promise<A>
): Promise<A> => {
  const headers = { "x-client-session-id": `mcp-${crypto.randomUUID()}` }
  await api.json(`${root}/start-session`, { method: "POST", headers })
  try {
    return await work(headers)
  } finally {
    // A session that cannot be ended expires; the work is done nevertheless.
    await api.json(`${root}/end-session`, { method: "POST", headers }).catch(() => null)
  }
}

const input = { ...Arguments.inModel, ...Arguments.modifications }

export const getChanges = Tool.make({
  name: "get_changes",
  title: "Read changes",
  description:
    "Lists the user's unpublished changes of a model with the public values that they replace, or, with modelVersionId, what that version changed.",
  input: Schema.Struct({
    ...Arguments.inModel,
    modelVersionId: Arguments.maybeId("A public version, from list_versions"),
    since: Arguments.maybeId("An older version to compare that one with, instead of the one before it"),
    ...Arguments.next
  }),
  output: Changes.output,
  required: Changes.required,
  run: async ({ modelVersionId, next, since, ...where }, api) => {
    const root = rootOf(where)
    const of = modelVersionId === undefined ? "" : `/versions/${idOf("modelVersionId", modelVersionId)}`
    const query = since === undefined ? {} : { since }
    return (await Changes.changesOf(api, `${root}${of}/changes`, { query }, { from: Arguments.placeOf(next) })) ?? {}
  }
})

export const proposeEdits = Tool.make({
  name: "propose_edits",
  title: "Propose edits",
  description:
    "Judges edits of products without storing anything, and lists all unpublished changes that the user would then have, with the public values before them. Show them to the user before apply_edits. An invalid edit refuses all, with every reason.",
  input: Schema.Struct({ ...input, ...Arguments.next }),
  output: Changes.output,
  required: Changes.required,
  run: async ({ modelId, next, projectId, ...body }, api) => {
    const request = { method: "POST", body, query: { dryRun: true } } as const
    const path = `${rootOf({ modelId, projectId })}/products`
    let errors: ReadonlyArray<unknown> = []
    const changes = await Changes.changesOf(api, path, request, {
      from: Arguments.placeOf(next),
      onErrors: (found) => void (errors = found)
    })
    if (changes === null) throw refusalOf(errors)
    return changes
  }
})

export const applyEdits = Tool.make({
  name: "apply_edits",
  title: "Apply edits",
  description:
    "Stores edits of products as unpublished changes, which only the user sees until publish. All or nothing. Lists all unpublished changes that the user has then.",
  effects: "edits",
  input: Schema.Struct(input),
  output: Changes.output,
  required: Changes.required,
  run: async ({ modelId, projectId, ...body }, api) => {
    const root = rootOf({ modelId, projectId })
    // A token that may not read the model cannot get the list of changes, so it is refused before anything is stored.
    await api.json(`${root}/versions`, { query: { pageSize: 1 } })
    await inSession(api, root, async (headers) => {
      const { errors } = (await api.json(`${root}/products`, { method: "POST", body, headers })) as {
        readonly errors: ReadonlyArray<unknown>
      }
      if (errors.length > 0) throw refusalOf(errors)
    })
    return unpublished(api, root)
  }
})

/**
 * Returns the user's unpublished changes, of which `get_changes` reads the rest, because other tools would act a second
 * time.
 */
const unpublished = async (api: ApiClient, root: string): Promise<Structure> =>
  (await Changes.changesOf(api, `${root}/changes`, {}, { from: Arguments.start, tool: "get_changes" })) ?? {}

/** Returns the replacement for a list: nothing for a token that may not read one. */
const withoutList = (error: unknown): Structure => {
  if (!(error instanceof Refusal)) throw error
  if (error.code === "InsufficientScope") return {}
  return { leftOut: "The changes cannot be listed at the moment: call get_changes." }
}

/**
 * Runs an action on the user's changes if they are the expected ones. Otherwise fails with `Conflict`, which lists
 * them.
 */
const withExpected = async <A>(
  api: ApiClient,
  root: string,
  expect: string,
  work: (headers: Readonly<Record<string, string>>) => Promise<A>
): Promise<A> => {
  // A header has printable characters only.
  const expected = /^[\w-]{1,64}$/.test(expect) ? expect : "none"
  try {
    return await inSession(api, root, (headers) => work({ ...headers, [expectHeader]: expected }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "Conflict") throw error
    throw new Refusal("Conflict", error.details, await unpublished(api, root).catch(withoutList))
  }
}

export const publish = Tool.make({
  name: "publish",
  title: "Publish changes",
  description:
    "Publishes the user's unpublished changes of a model as a new version, which everybody sees. Needs expect, so that nothing is published that nobody saw: if the changes are others meanwhile, nothing happens, and the result lists them. Ask the user first.",
  effects: "publishes",
  input: Schema.Struct({
    ...Arguments.inModel,
    title: Arguments.text("The title of the new version"),
    description: Arguments.maybeText("What it changes, and why"),
    ...Arguments.expect
  }),
  output: {
    published: { type: "boolean", description: "False if there was nothing to publish" },
    version: {
      type: "object",
      description: "The new version, if there is one: modelVersionId, title, cells, deletedProducts"
    }
  },
  required: ["published"],
  run: async ({ expect, modelId, projectId, ...body }, api) => {
    const root = rootOf({ modelId, projectId })
    const version = await withExpected(api, root, expect, (headers) =>
      api.json(`${root}/publish`, { method: "POST", body, headers })
    )
    return version === null ? { published: false } : { published: true, version }
  }
})

export const discard = Tool.make({
  name: "discard",
  title: "Discard changes",
  description:
    "Discards all unpublished changes of a model that the user has. Needs expect: if the changes are others meanwhile, nothing happens, and the result lists them.",
  effects: "publishes",
  input: Schema.Struct({ ...Arguments.inModel, ...Arguments.expect }),
  output: { discarded: { type: "boolean" } },
  required: ["discarded"],
  run: async ({ expect, ...where }, api) => {
    const root = rootOf(where)
    await withExpected(api, root, expect, (headers) => api.json(`${root}/discard`, { method: "POST", headers }))
    return { discarded: true }
  }
})
