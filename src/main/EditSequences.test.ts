import { afterAll, beforeAll, describe, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Sqlite from "../../adapters/storage/sqlite/Sqlite.ts"
import { volume } from "../testing/Volume.ts"
import { Random } from "../testing/Random.ts"
import * as EditCommands from "./testing/EditCommands.ts"
import * as EditedProject from "./testing/EditedProject.ts"
import * as EditingHost from "./testing/EditingHost.ts"
import * as EditPlay from "./testing/EditPlay.ts"

const seed = Number(process.env["SEED"] ?? 20261122)
const wanted = Number(process.env["EDIT_SEQUENCES"] ?? volume(12, 300))
/** Sequences whose quantities operations calculate as well. */
const calculated = volume(3, 20)

/** Plays one sequence. A difference fails with the seed that plays it again and the commands so far. */
const play = async (
  host: EditingHost.EditingHost,
  template: string,
  seed: number,
  calculates: boolean
): Promise<void> => {
  const random = new Random(seed)
  const project = await host.service.run(EditedProject.copy(template))
  const { compare, compareAnswers, run } = EditPlay.make(host, project, random)
  const done: Array<string> = []
  try {
    for (const command of EditCommands.commands(random, project, host.restart !== null)) {
      done.push(JSON.stringify(command))
      await run(command)
      await compare(command)
    }
    const place = { user: random.below(EditedProject.users.length), model: random.below(2) }
    await compareAnswers(place, calculates)
  } catch (error) {
    throw new Error(`SEED=${seed} EDIT_SEQUENCES=1\n${done.join("\n")}`, { cause: error })
  }
}

/** Sequences that are one test: a failure names its seed, and none takes minutes on a slow machine. */
const perTest = 20

const suite = (name: string, sequences: number, start: () => Promise<EditingHost.EditingHost>): void =>
  describe(name, () => {
    let host: EditingHost.EditingHost
    let template: string
    beforeAll(async () => {
      host = await start()
      template = await EditedProject.template(host.service)
    })
    afterAll(() => host.stop())
    for (let first = 0; first < sequences; first += perTest) {
      const end = Math.min(first + perTest, sequences)
      test(`sequences ${first + 1} to ${end} of ${sequences}`, async () => {
        for (let i = first; i < end; i++) await play(host, template, seed + i, i < calculated)
      })
    }
  })

describe(`users edit two models at random and each sees what the reference model computes, seed ${seed}`, () => {
  const { overPostgres } = EditingHost
  if (overPostgres !== null) {
    return suite("PostgreSQL, which two processes share", Math.min(wanted, volume(4, 100)), overPostgres)
  }
  suite("SQLite in memory", wanted, () => EditingHost.alone())
  const directory = mkdtempSync(join(tmpdir(), "plinth-edits-"))
  afterAll(() => rmSync(directory, { recursive: true }))
  suite("SQLite in a folder, restarted now and then", Math.min(wanted, volume(3, 50)), () =>
    EditingHost.alone(Sqlite.layer({ directory }))
  )
})
