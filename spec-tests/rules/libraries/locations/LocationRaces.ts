import type { Answer } from "../../../harness/Answer.ts"
import { holds, same, status } from "../../../harness/Check.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { guid, importBytes } from "../../../harness/Imports.ts"
import { aggregates, madeIfc, place } from "../../../harness/MadeIfc.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { atOnce } from "../every/Changes.ts"
import { create, fresh, list } from "./Locations.ts"
import { agrees, chain, move } from "./LocationTrees.ts"

const four = rules("contract 4")
const fourOperating = rules("contract 4", operating)
const many = 50

/** Each answer is a 200 or a 400 InvalidHierarchy; how many were refused. */
const refused = (answers: ReadonlyArray<Answer>): number => {
  const bad = answers.filter((answer) => answer.status !== 200)
  for (const answer of bad) problem(answer, 400, "InvalidHierarchy")
  return bad.length
}

export const locationRaces = [
  four(
    "4-location-parallel-tree",
    "50 parallel moves never make a cycle: the tree holds every location exactly once",
    async (context) => {
      const project = await fresh(context)
      const guids = await atOnce(async () => (await create(context, project, {})).string("locationGuid"), 10)
      for (let round = 1; round <= 4; round++) {
        const answers = await atOnce((i) => {
          const child = (i * 7 + round) % 10
          const parent = (i * 3 + round * (1 + Math.floor(i / 10))) % 10
          return move(context, project, guids[child]!, i % 11 === 10 ? null : guids[parent]!)
        })
        holds("some were refused", refused(answers) > 0)
        const parents = agrees(await list(context, project))
        same("locations", [...parents.keys()].toSorted(), guids.toSorted())
      }
    }
  ),
  four("4-location-parallel-levels", "Parallel moves do not exceed 64 levels", async (context) => {
    const project = await fresh(context)
    const chains = [
      await chain(context, project, 24),
      await chain(context, project, 24),
      await chain(context, project, 24)
    ]
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([0, 1].map((i) => move(context, project, chains[i + 1]![0]!, chains[i]![23]!)))
      same("of two that each fit alone one is refused", refused(answers), 1)
      same("locations", agrees(await list(context, project)).size, 72)
      await Promise.all([1, 2].map(async (i) => status(await move(context, project, chains[i]![0]!, null), 200)))
    }
  }),
  four(
    "4-location-parallel-creations",
    "50 parallel creations create 50 locations below one parent",
    async (context) => {
      const project = await fresh(context)
      const parentGuid = (await create(context, project, {})).string("locationGuid")
      const made = await atOnce(async (i) =>
        (await create(context, project, { name: `n${i}`, parentGuid })).string("locationGuid")
      )
      const answer = await list(context, project)
      same("locations", [...agrees(answer).keys()].toSorted(), [parentGuid, ...made].toSorted())
      same("below it", answer.list("locationViews", 0, "children").length, many)
    }
  ),
  four(
    "4-location-parallel-deletion",
    "Locations created or moved below one that is deleted meanwhile are deleted or refused: no orphans",
    async (context) => {
      const project = await fresh(context)
      const path = `${project.path}/locations`
      for (let round = 0; round < 4; round++) {
        const [top, low] = await chain(context, project, 2)
        const loose = await atOnce(async () => (await create(context, project, {})).string("locationGuid"), 10)
        const deletion = async () => (await Bun.sleep(round * 4), context.api.delete(`${path}/${top}`))
        const [deleted, ...others] = await Promise.all([
          deletion(),
          ...Array.from({ length: 40 }, () => context.api.post(path, { parentGuid: low })),
          ...loose.map((guid) => move(context, project, guid, low!))
        ])
        same("body", status(deleted, 204).text, "")
        const parents = agrees(await list(context, project))
        for (const [i, answer] of others.entries()) {
          if (answer.status >= 400) problem(answer, 400, "ReferenceNotFound")
          else holds("gone with it", !parents.has(answer.string("locationGuid")), answer.text)
          if (i >= 40) same("a move that was refused leaves it", parents.has(loose[i - 40]!), answer.status === 400)
        }
        for (const guid of [top!, low!]) holds("gone", !parents.has(guid))
        for (const guid of parents.keys()) await context.api.delete(`${path}/${guid}`)
      }
      same("left", (await list(context, project)).at("locations"), [])
    }
  ),
  four("4-location-parallel-puts", "Parallel PUTs of different members of one location lose none", async (context) => {
    const project = await fresh(context)
    const top = (await create(context, project, {})).string("locationGuid")
    for (let round = 0; round < 5; round++) {
      const own = `${project.path}/locations/${(await create(context, project, {})).string("locationGuid")}`
      const bodies = [{ name: "new" }, { type: "Floor" }, { parentGuid: top }]
      for (const answer of await Promise.all(bodies.map((body) => context.api.put(own, body)))) status(answer, 200)
      const now = status(await context.api.put(own, {}), 200)
      same("all three", [now.at("name"), now.at("type"), now.at("parentGuid")], ["new", "Floor", top])
    }
  }),
  fourOperating(
    "4-location-reads-agree",
    "A list that is read during moves and deletions is consistent with the tree",
    async (context) => {
      const project = await fresh(context)
      const count = 1300
      const spaces = Array.from({ length: count }, (_, i) =>
        place(100 + i, "IfcSpace", `Space${i}x`, "$,.ELEMENT.,$,$")
      )
      const ids = Array.from({ length: count }, (_, i) => 100 + i)
      const lines = [...spaces, aggregates(10, 1, ids.slice(0, 1)), aggregates(11, 100, ids.slice(1))]
      await importBytes(context.api, project, madeIfc("IFC4", lines))
      const space = (i: number) => guid(`Space${i}x`)
      const [first, last] = [space(1), space(count - 1)]
      for (let round = 0; round < 4; round++) {
        const answers = await Promise.all([
          ...Array.from({ length: 8 }, () => list(context, project)),
          ...Array.from({ length: 20 }, (_, i) =>
            move(context, project, i % 2 === 0 ? first : last, i % 3 === 0 ? null : i % 2 === 0 ? last : first)
          ),
          context.api.delete(`${project.path}/locations/${space(600 + round)}`)
        ])
        for (const answer of answers.slice(0, 8)) holds("locations", agrees(answer).size >= count - 1 - round)
        refused(answers.slice(8, 28))
        status(answers[28]!, 204)
      }
      same("left", agrees(await list(context, project)).size, count - 4)
    }
  )
]
