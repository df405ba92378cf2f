import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { amountOf, exceeded, type Limit, sentenceOf } from "./Limit.ts"
import { forUsersWithLittle, limits } from "./Limits.ts"

const page = readFileSync(join(import.meta.dir, "../../docs/limits.md"), "utf8")

test.each([
  [limits.modelsOfProject, "10,000", "A project has at most 10,000 models."],
  [limits.projectsOfOwner, "1,000", "An owner has at most 1,000 projects."],
  [limits.membershipsOfUser, "10,000", "A user has at most 10,000 memberships of projects."],
  [limits.unpublishedBytes, "128 MB", "A user has at most 128 MB of unpublished changes of a model."],
  [limits.bodyBytes, "4 MB", "A JSON body has at most 4 MB."],
  [limits.bytesOfArchive, "20 GB", "The archive unpacks to more than 20 GB."],
  [limits.nameOfFile, "1,024 characters", "Names that were cut at 1,024 characters"],
  [limits.importSeconds, "60 s", "The work was not done within 60 s."]
])("a limit says its number: %#", (limit, amount, sentence) => {
  expect([amountOf(limit), sentenceOf(limit)]).toEqual([amount, sentence])
})

test("a configured number replaces that of the table", () => {
  expect(sentenceOf(limits.uploadBytes, 1000)).toBe("An upload has at most 1,000 bytes.")
  expect(sentenceOf(limits.uploadBytes, 3 * 1024)).toBe("An upload has at most 3 KB.")
  expect(sentenceOf(limits.shapesStall, 2.01)).toBe("The work made no progress for 2.1 s.")
})

test("the error of a limit has the sentence of the table", () => {
  expect(exceeded(limits.versionsOfModel)).toMatchObject({
    _tag: "LimitExceeded",
    details: "A model has at most 100,000 versions."
  })
})

test("a user's part of a shared memory and the part for small users together fit into it", () => {
  const { fewBytes, forFew } = forUsersWithLittle
  for (const [ofUser, inAll] of [
    [limits.bodyMemoryOfUser.most, limits.bodyMemory.most],
    [limits.answerMemoryOfUser.most, limits.answerMemory.most]
  ] as const) {
    expect(fewBytes).toBeLessThan(forFew)
    expect(ofUser).toBeLessThanOrEqual(inAll - forFew)
  }
})

test("docs/limits.md has one row for each limit, with its number and its answer, and no other row", () => {
  const [first] = page.split("## Who may go on now")
  const tables = first!.split(/^#+ .*$/m).filter((section) => section.includes("| what | of each |"))
  const rows = tables.flatMap((section) => section.slice(section.indexOf("|---|---|---|---|")).match(/^\| .*$/gm) ?? [])
  const all: ReadonlyArray<Limit> = Object.values(limits)
  expect(rows.toSorted()).toEqual(
    all.map((limit) => `| ${limit.counts} | ${limit.per} | ${amountOf(limit)} | ${limit.beyond} |`).toSorted()
  )
})

test("docs/limits.md states the part for small users", () => {
  const { fewBytes, forFew } = forUsersWithLittle
  const [reserved, most] = [forFew, fewBytes].map((bytes) => amountOf(limits.bodyMemory, bytes))
  expect(page.replaceAll(/\s+/g, " ")).toContain(
    `The last ${reserved} of what all users together may hold in memory are reserved for users who hold at most ${most} themselves`
  )
})
