import type { Answer, Json } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import type { Imported } from "../../../harness/Imports.ts"

/** A request, the status that it has, and whether it makes new versions. */
export type Step = readonly [name: string, send: () => Promise<Answer>, status: number, moves: boolean]

/** The versions that a model shows. */
export const source = async (context: Context, model: Imported) =>
  status(await context.api.get(model.path), 200).object("latestPublicSource")

/** Sends one after the other; shared data and project get new versions exactly where they should, the model never. */
export const takeSteps = async (context: Context, model: Imported, steps: ReadonlyArray<Step>) => {
  const seen = new Set<Json>()
  let before = await source(context, model)
  await each(
    steps,
    ([name]) => name,
    async ([, send, expected, moves]) => {
      status(await send(), expected)
      const [last, after] = [before, await source(context, model)]
      before = after
      same("modelVersionId", after["modelVersionId"], last["modelVersionId"])
      for (const id of ["sharedDataVersionId", "projectVersionId"]) {
        holds(`${id} ${moves ? "is new" : "stays"}`, (after[id] !== last[id]) === moves, [last, after])
      }
      seen.add(last["sharedDataVersionId"]!)
      holds("no id comes again", !moves || !seen.has(after["sharedDataVersionId"]!), after)
    }
  )
}
