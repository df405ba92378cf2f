import { describe, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Effect } from "effect"
import * as Sqlite from "../../adapters/storage/sqlite/Sqlite.ts"
import { sharedPostgres } from "../../adapters/storage/testing/Storages.ts"
import { Random } from "../dataframe/testing/RandomContent.ts"
import * as EditCommands from "./testing/EditCommands.ts"
import * as EditedProject from "./testing/EditedProject.ts"
import * as EditingHost from "./testing/EditingHost.ts"
import * as EditPlay from "./testing/EditPlay.ts"

const seed = Number(process.env["SEED"] ?? 20261122)
const wanted = Number(process.env["EDIT_SEQUENCES"] ?? 300)
/** Sequences whose quantities are calculated by operations too. */
const calculated = 20

interface Options {
  readonly canRestart: boolean
  readonly calculates: boolean
}

/** One sequence: what does not fit fails with the seed that plays it again, and what was done. */
const play = async (host: EditingHost.EditingHost, template: string, seed: number, options: Options): Promise<void> => {
  const random = new Random(seed)
  const project = await host.service.run(EditedProject.copy(template))
  const { compare, compareAnswers, run } = EditPlay.make(host, project, random)
  const done: Array<string> = []
  try {
    for (const command of EditCommands.commands(random, project, options.canRestart)) {
      done.push(JSON.stringify(command))
      await run(command)
      await compare(command)
    }
    const place = { user: random.below(EditedProject.users.length), model: random.below(2) }
    await compareAnswers(place, options.calculates)
  } catch (error) {
    throw new Error(`SEED=${seed} EDIT_SEQUENCES=1\n${done.join("\n")}`, { cause: error })
  }
}

interface Setting {
  readonly canRestart?: boolean
  /** How many share the work. */
  readonly services?: number
}

const playAll = async (
  sequences: number,
  storage?: Parameters<typeof EditingHost.start>[0],
  { canRestart = false, services = 1 }: Setting = {}
): Promise<void> => {
  const host = await EditingHost.start(storage, services)
  const template = await EditedProject.template(host.service)
  for (let i = 0; i < sequences; i++) await play(host, template, seed + i, { canRestart, calculates: i < calculated })
  await host.stop()
}

const suite = (name: string, sequences: number, run: () => Promise<void>) =>
  test(`${sequences} sequences over ${name}`, run, 1_200_000)

describe(`users edit two models at random: each sees what a model of a few lines says, seed ${seed}`, () => {
  if (sharedPostgres !== null) {
    const few = Math.min(wanted, 100)
    const playShared = Effect.flatMap(sharedPostgres, (storage) =>
      Effect.promise(() => playAll(few, storage, { services: 2 }))
    )
    return suite("PostgreSQL, which two services share", few, () => Effect.runPromise(Effect.scoped(playShared)))
  }
  suite("SQLite in memory", wanted, () => playAll(wanted))
  const directory = mkdtempSync(join(tmpdir(), "plinth-edits-"))
  const few = Math.min(wanted, 50)
  suite("SQLite in a folder, restarted now and then", few, () =>
    playAll(few, Sqlite.layer({ directory }), { canRestart: true })
  )
  test("its folder goes", () => rmSync(directory, { recursive: true }))
})
