import { describe, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Sqlite from "../../adapters/storage/sqlite/Sqlite.ts"
import { Random } from "../dataframe/testing/RandomContent.ts"
import * as EditCommands from "./testing/EditCommands.ts"
import * as EditedProject from "./testing/EditedProject.ts"
import * as EditingHost from "./testing/EditingHost.ts"
import * as EditPlay from "./testing/EditPlay.ts"

const seed = Number(process.env["SEED"] ?? 20261122)
const wanted = Number(process.env["EDIT_SEQUENCES"] ?? 300)
/** Sequences whose quantities are calculated by operations too. */
const calculated = 20

/** One sequence: what does not fit fails with the seed that plays it again, and what was done. */
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

const playAll = async (sequences: number, host: EditingHost.EditingHost): Promise<void> => {
  try {
    const template = await EditedProject.template(host.service)
    for (let i = 0; i < sequences; i++) await play(host, template, seed + i, i < calculated)
  } finally {
    await host.stop()
  }
}

const suite = (name: string, sequences: number, run: () => Promise<void>) =>
  test(`${sequences} sequences over ${name}`, run, 1_200_000)

describe(`users edit two models at random: each sees what a model of a few lines says, seed ${seed}`, () => {
  const { overPostgres } = EditingHost
  if (overPostgres !== null) {
    const few = Math.min(wanted, 100)
    return suite("PostgreSQL, which two processes share", few, async () => playAll(few, await overPostgres()))
  }
  suite("SQLite in memory", wanted, async () => playAll(wanted, await EditingHost.alone()))
  const directory = mkdtempSync(join(tmpdir(), "plinth-edits-"))
  const few = Math.min(wanted, 50)
  suite("SQLite in a folder, restarted now and then", few, async () =>
    playAll(few, await EditingHost.alone(Sqlite.layer({ directory })))
  )
  test("its folder goes", () => rmSync(directory, { recursive: true }))
})
