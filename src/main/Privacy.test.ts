import { afterEach, expect } from "bun:test"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { effect } from "../testing/EffectTest.ts"
import { warnOfOpenness } from "./Privacy.ts"

const { getuid } = process
afterEach(() => void Object.assign(process, { getuid }))

/** Returns the warnings for a folder with this mode and a process of this user. */
const warnings = (mode: number, user: number) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    const directory = mkdtempSync(join(tmpdir(), "plinth-privacy-"))
    chmodSync(directory, mode)
    Object.assign(process, { getuid: () => user })
    const logger = Logger.make(({ message }) => void found.push(String(message)))
    yield* Effect.provide(warnOfOpenness(directory), Logger.replace(Logger.defaultLogger, logger))
    rmSync(directory, { recursive: true })
    return found.map((text) => text.replace(directory, "FOLDER"))
  })

const open = "DATA_DIR: other users of this machine can enter FOLDER; chmod 700 closes it"
const root = "The service runs as root; a user of its own is enough for it"

effect("the service warns of an open folder and of running as root, separately", () =>
  Effect.gen(function* () {
    expect(yield* warnings(0o700, 1000)).toEqual([])
    expect(yield* warnings(0o755, 1000)).toEqual([open])
    expect(yield* warnings(0o710, 1000)).toEqual([open])
    expect(yield* warnings(0o700, 0)).toEqual([root])
    expect(yield* warnings(0o770, 0)).toEqual([open, root])
  })
)
