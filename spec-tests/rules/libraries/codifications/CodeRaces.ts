import { holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { errorView } from "../../../harness/ErrorForms.ts"
import { rules } from "../../../harness/Rule.ts"
import { atOnce } from "../every/Changes.ts"
import { fresh } from "./Codifications.ts"

const four = rules("contract 4")
/** Returns the parent of each code of a library, by guid. Fails if a parent is unknown or below its child. */
const parentsIn = async (context: Context, library: string): Promise<ReadonlyMap<string, string | null>> => {
  const codes = status(await context.api.get(library), 200).list("codes") as ReadonlyArray<
    Record<string, string | null>
  >
  const parents = new Map(codes.map(({ guid, parentId }) => [guid!, parentId!]))
  same("each is listed once", parents.size, codes.length)
  for (const guid of parents.keys()) {
    let steps = 0
    for (let next: string | null = guid; next !== null; next = parents.get(next)!) {
      holds("its parent is there", parents.has(next), next)
      holds("there is no cycle", ++steps <= parents.size, guid)
    }
  }
  return parents
}

export const codeRaces = [
  four("4-code-parallel-moves", "50 parallel moves of codes never make a cycle or lose a code", async (context) => {
    const { own, codes, code } = await fresh(context)
    const guids = await atOnce(async (i) => (await code({ identification: `c${i}` })).string("guid"), 10)
    for (let round = 1; round <= 4; round++) {
      const answers = await atOnce((i) => {
        const parent = guids[(i * 3 + round * (1 + Math.floor(i / 10))) % 10]!
        return context.api.put(`${codes}/${guids[(i * 7 + round) % 10]}`, { parentId: i % 11 === 10 ? "" : parent })
      })
      for (const answer of answers) if (answer.status !== 200) errorView(answer, 400, "InvalidHierarchy")
      holds(
        "some were refused",
        answers.some((answer) => answer.status !== 200)
      )
      same("codes", [...(await parentsIn(context, own)).keys()].toSorted(), guids.toSorted())
    }
  }),
  four(
    "4-code-parallel-parent",
    "Codes created or moved below a code that is deleted meanwhile are moved to its parent or refused",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const top = (await code({ identification: "top" })).string("guid")
      for (let round = 0; round < 4; round++) {
        const middle = (await code({ identification: `middle ${round}`, parentId: top })).string("guid")
        const loose = await atOnce(
          async (i) => (await code({ identification: `${round} loose ${i}` })).string("guid"),
          10
        )
        const deletion = async () => (await Bun.sleep(round * 4), context.api.delete(`${codes}/${middle}`))
        const [deleted, ...others] = await Promise.all([
          deletion(),
          ...loose.map((guid) => context.api.put(`${codes}/${guid}`, { parentId: middle })),
          ...Array.from({ length: 40 }, (_, i) =>
            context.api.post(codes, { name: "n", identification: `${round} new ${i}`, parentId: middle })
          )
        ])
        same("body", status(deleted, 204).text, "")
        const parents = await parentsIn(context, own)
        for (const [i, answer] of others.entries()) {
          const good = answer.status < 400
          if (!good) errorView(answer, 400, "ReferenceNotFound")
          const guid = i < 10 ? loose[i]! : good ? answer.string("guid") : null
          if (guid !== null) same("its parent", parents.get(guid), good ? top : null)
        }
      }
    }
  ),
  four(
    "4-code-reads-agree",
    "A library that is read during changes is consistent: every parentId is in it",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const guids = await atOnce(async (i) => (await code({ identification: `c${i}` })).string("guid"), 30)
      for (let round = 0; round < 3; round++) {
        const parentId = (await code({ identification: `parent ${round}` })).string("guid")
        const changes = [
          ...guids.map((guid, i) => context.api.put(`${codes}/${guid}`, { parentId: guids[(i + 7 + round) % 30] })),
          ...guids.map((_, i) => context.api.post(codes, { name: "n", identification: `${round}/${i}`, parentId })),
          context.api.delete(`${codes}/${parentId}`)
        ]
        const reads = await atOnce(() => parentsIn(context, own), 10)
        for (const answer of await Promise.all(changes)) if (answer.status >= 400) errorView(answer, 400)
        for (const parents of reads) holds("the codes are there", parents.size >= 30)
        await parentsIn(context, own)
      }
    }
  )
]
