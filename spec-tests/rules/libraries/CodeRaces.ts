import type { Answer } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { fresh, identifications } from "./Codifications.ts"

const rule = rules("specification Codifications")
const four = rules("contract 4")
const many = 50

const at = <A>(make: (i: number) => Promise<A>, count = many): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))

/** One answer succeeds, every other is 400 DuplicateName; gives the one. */
const onlyOne = (answers: ReadonlyArray<Answer>, success: number): Answer => {
  const good = answers.filter((answer) => answer.status === success)
  for (const answer of answers) if (answer.status !== success) errorView(answer, 400, "DuplicateName")
  same("successes", good.length, 1)
  return good[0]!
}

/** Each code of a library by its guid, with its parent; fails where a parent is none of them or lies below. */
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
  four(
    "4-code-parallel-creations",
    "Of 50 parallel creations of one identification one is 201, 49 are 400 DuplicateName",
    async (context) => {
      const { own, codes } = await fresh(context)
      const made = onlyOne(await at((i) => context.api.post(codes, { name: `n${i}`, identification: "one" })), 201)
      same("listed", status(await context.api.get(own), 200).at("codes"), [made.body])
    }
  ),
  four("4-code-parallel-renames", "Of parallel renames to one identification one succeeds", async (context) => {
    const { own, codes, code } = await fresh(context)
    const guids = await at(async (i) => (await code({ identification: `c${i}` })).string("guid"), 30)
    const renamed = onlyOne(
      await at((i) => context.api.put(`${codes}/${guids[i]}`, { identification: "one", name: "m" }), 30),
      200
    )
    const left = await identifications(context, own)
    same("of that identification", left.filter((one) => one === "one").length, 1)
    same("codes", new Set(left).size, 30)
    const named = status(await context.api.get(own), 200)
      .list("codes")
      .filter(({ name }) => name === "m")
    same("what was refused keeps its name", named, [renamed.body])
  }),
  four("4-code-parallel-moves", "50 parallel moves of codes never make a cycle, and lose none", async (context) => {
    const { own, codes, code } = await fresh(context)
    const guids = await at(async (i) => (await code({ identification: `c${i}` })).string("guid"), 10)
    for (let round = 1; round <= 4; round++) {
      const answers = await at((i) => {
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
    "Codes made or moved below one that is deleted meanwhile end at its parent, or are refused",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const top = (await code({ identification: "top" })).string("guid")
      for (let round = 0; round < 4; round++) {
        const middle = (await code({ identification: `middle ${round}`, parentId: top })).string("guid")
        const loose = await at(async (i) => (await code({ identification: `${round} loose ${i}` })).string("guid"), 10)
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
  rule(
    "codifications-parallel-deletion",
    "Deleting a library while codes are added leaves none of them: created and gone with it, or 404",
    async (context) => {
      const { path, own } = await fresh(context)
      for (let round = 0; round < 4; round++) {
        const library = `${path}/${status(await context.api.post(path, { name: "Gone" }), 201).string("guid")}`
        const codes = `${library}/codification`
        const deletion = async () => (await Bun.sleep(round * 4), context.api.delete(library))
        const [deleted, ...added] = await Promise.all([
          deletion(),
          ...Array.from({ length: many }, (_, i) => context.api.post(codes, { name: "n", identification: `c${i}` }))
        ])
        same("body", status(deleted, 204).text, "")
        for (const answer of added) {
          if (answer.status !== 201) problem(answer, 404, "NotFound")
          else {
            const code = `${codes}/${answer.string("guid")}`
            problem(await context.api.get(code), 404, "NotFound", "application/json")
            problem(await context.api.put(code, { name: "m" }), 404, "NotFound")
            problem(await context.api.delete(code), 404, "NotFound")
          }
        }
        problem(await context.api.get(library), 404, "NotFound")
        const listed = status(await context.api.get(path), 200).list("codificationLibraries")
        same(
          "listed",
          listed.map(({ guid }) => guid),
          [own.slice(path.length + 1)]
        )
      }
    }
  ),
  rule(
    "codifications-parallel-deletions",
    "Of parallel deletions of one code or library one is 204, the others 404",
    async (context) => {
      const { path, own, codes, code } = await fresh(context)
      const guid = (await code({ identification: "1" })).string("guid")
      for (const gone of [`${codes}/${guid}`, own]) {
        const answers = await at(() => context.api.delete(gone), 20)
        for (const answer of answers) if (answer.status !== 204) problem(answer, 404, "NotFound")
        same("successes", answers.filter((answer) => answer.status === 204).length, 1)
      }
      same("libraries", status(await context.api.get(path), 200).at("codificationLibraries"), [])
    }
  ),
  four(
    "4-code-reads-agree",
    "A library that is read while codes come, go and move is of one moment: every parentId is in it",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const guids = await at(async (i) => (await code({ identification: `c${i}` })).string("guid"), 30)
      for (let round = 0; round < 3; round++) {
        const parentId = (await code({ identification: `parent ${round}` })).string("guid")
        const changes = [
          ...guids.map((guid, i) => context.api.put(`${codes}/${guid}`, { parentId: guids[(i + 7 + round) % 30] })),
          ...guids.map((_, i) => context.api.post(codes, { name: "n", identification: `${round}/${i}`, parentId })),
          context.api.delete(`${codes}/${parentId}`)
        ]
        const reads = await at(() => parentsIn(context, own), 10)
        for (const answer of await Promise.all(changes)) if (answer.status >= 400) errorView(answer, 400)
        for (const parents of reads) holds("the codes are there", parents.size >= 30)
        await parentsIn(context, own)
      }
    }
  )
]
