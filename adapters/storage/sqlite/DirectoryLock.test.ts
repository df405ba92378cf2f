import { expect } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as DirectoryLock from "./DirectoryLock.ts"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

const holder = `
  import * as Effect from "effect/Effect"
  import { acquire } from "./DirectoryLock.ts"
  await Effect.runPromise(Effect.scoped(Effect.zipRight(acquire(process.argv.at(-1)),
    Effect.zipRight(Effect.sync(() => process.stdout.write("held")), Effect.never))))`

effect("a folder locked by another process is refused by name, and free after kill -9", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const child = Bun.spawn([process.execPath, "-e", holder, directory], { cwd: import.meta.dir, stderr: "inherit" })
    yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
    const first = yield* Effect.promise(() => child.stdout.getReader().read())
    expect(new TextDecoder().decode(first.value)).toBe("held")

    const error = yield* Effect.flip(DirectoryLock.acquire(directory))
    expect(error).toMatchObject({ _tag: "DirectoryInUse", directory })
    expect(error.message).toContain(directory)

    child.kill("SIGKILL")
    yield* Effect.promise(() => child.exited)
    yield* DirectoryLock.acquire(directory)
  })
)

effect("the lock also applies within the process, and is released with the scope", () =>
  Effect.gen(function* () {
    const directory = join(yield* temporary, "made", "here")
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* DirectoryLock.acquire(directory)
        expect(yield* Effect.flip(Effect.scoped(DirectoryLock.acquire(directory)))).toMatchObject({
          _tag: "DirectoryInUse"
        })
        expect(yield* Effect.flip(Effect.scoped(DirectoryLock.acquire(directory)))).toMatchObject({
          _tag: "DirectoryInUse"
        })
      })
    )
    yield* DirectoryLock.acquire(directory)
  })
)

effect("a folder that cannot be created is unavailable, not in use", () =>
  Effect.gen(function* () {
    const file = join(yield* temporary, "file")
    writeFileSync(file, "")
    const error = yield* Effect.flip(DirectoryLock.acquire(join(file, "folder")))
    expect(error).toMatchObject({ _tag: "StorageUnavailable", reason: "ENOTDIR" })
  })
)
