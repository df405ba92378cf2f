import { expect, test } from "bun:test"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
  closeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import { effect } from "../../src/testing/EffectTest.ts"
import { BlobStore } from "../../src/ports/BlobStore.ts"
import * as FileSystem from "./FileSystem.ts"

const MIB = 1024 * 1024

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)
const quiet = Logger.remove(Logger.defaultLogger)
const open = (directory: string) => Layer.build(Layer.provideMerge(FileSystem.layer({ directory }), quiet))

/** A test on a store in a folder of its own. */
const it = (name: string, run: (blobs: typeof BlobStore.Service, directory: string) => Effect.Effect<void, unknown>) =>
  effect(name, () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      const services = yield* open(directory)
      yield* Effect.provide(
        Effect.flatMap(BlobStore, (blobs) => run(blobs, directory)),
        services
      )
    })
  )

/** The temporary files of the only process on the folder. */
const leftovers = (directory: string): ReadonlyArray<string> =>
  readdirSync(join(directory, ".tmp")).flatMap((own) =>
    readdirSync(join(directory, ".tmp", own))
      .filter((name) => !name.startsWith("plinth.lock"))
      .map((name) => join(directory, ".tmp", own, name))
  )

/** The open file handles of this process for files in the folder that hold, or held, blobs. */
const handles = (directory: string): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(join(directory, "_"))
    } catch {
      return false
    }
  }).length

it("a put that fails, is killed or is interrupted leaves no file", (blobs, directory) =>
  Effect.gen(function* () {
    const content = Stream.make(new Uint8Array(MIB))
    yield* Effect.exit(blobs.put("a/b", Stream.concat(content, Stream.fail("cut"))))
    yield* Effect.exit(blobs.put("a/b", Stream.concat(content, Stream.die("bug"))))
    const fiber = yield* Effect.fork(blobs.put("a/b", Stream.concat(content, Stream.never)))
    while (leftovers(directory).length === 0) yield* Effect.yieldNow()
    yield* Fiber.interrupt(fiber)
    expect(leftovers(directory)).toEqual([])
    expect(readdirSync(directory)).toEqual([".tmp"])
  }))

it("empty folders are removed", (blobs, directory) =>
  Effect.gen(function* () {
    const put = (key: string) => blobs.put(key, Stream.make(new Uint8Array(1)))
    yield* Effect.all([put("a/b/c/1"), put("a/b/2"), put("a/d/e/3")])
    yield* blobs.remove("a/b/c/1")
    expect(existsSync(join(directory, "a/b/c"))).toBe(false)
    yield* blobs.removeAll("a/d/e/")
    expect(readdirSync(join(directory, "a"))).toEqual(["b"])
    yield* blobs.remove("a/b/2")
    expect(readdirSync(directory)).toEqual([".tmp"])
    expect(leftovers(directory)).toEqual([])
  }))

it("a put writes each chunk before it requests the next", (blobs, directory) =>
  Effect.gen(function* () {
    const chunk = new Uint8Array(MIB)
    const lags: Array<number> = []
    const content = Stream.mapEffect(Stream.rechunk(Stream.range(0, 31), 1), (made) =>
      Effect.sync(() => {
        const [file] = leftovers(directory)
        lags.push(made - statSync(file!).size / MIB)
        return chunk
      })
    )
    expect(yield* blobs.put("k", content)).toBe(32 * MIB)
    expect(Math.max(...lags)).toBe(0)
  }))

it("a stream reads no further than requested", (blobs, directory) =>
  Effect.gen(function* () {
    yield* blobs.put("k", Stream.make(new Uint8Array(4 * MIB)))
    const reader = (yield* blobs.stream("k")).getReader()
    const first = yield* Effect.promise(() => reader.read())
    chmodSync(join(directory, "_k"), 0o600)
    const file = openSync(join(directory, "_k"), "r+")
    writeSync(file, new Uint8Array(4 * MIB).fill(7), 0, 4 * MIB, 0)
    closeSync(file)
    const second = yield* Effect.promise(() => reader.read())
    expect([first.value?.[0], second.value?.[0]]).toEqual([0, 7])
    yield* Effect.promise(() => reader.cancel())
  }))

test.skipIf(!existsSync("/proc/self/fd"))("handles are closed: after reading, cancelling, failing (needs /proc)", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const services = yield* open(directory)
    yield* Effect.provide(
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const settled = Effect.promise(() => Bun.sleep(0)).pipe(
          Effect.repeat({ until: () => handles(directory) === 0 })
        )
        yield* blobs.put("k", Stream.make(new Uint8Array(2 * MIB)))
        yield* blobs.read("k")
        const whole = yield* blobs.stream("k")
        expect(handles(directory)).toBe(1)
        yield* Effect.promise(() => new Response(whole as never).bytes())
        yield* settled
        const cancelled = yield* blobs.stream("k")
        yield* Effect.promise(() => cancelled.cancel())
        yield* settled
        const busy = (yield* blobs.stream("k")).getReader()
        void busy.read()
        yield* Effect.promise(() => busy.cancel())
        yield* settled
        yield* Effect.exit(blobs.stream("k", { start: 0, end: 3 * MIB }))
        yield* settled
        const cut = yield* blobs.stream("k")
        chmodSync(join(directory, "_k"), 0o600)
        writeFileSync(join(directory, "_k"), "short")
        const failed = yield* Effect.promise(() =>
          new Response(cut as never).bytes().then(
            () => false,
            () => true
          )
        )
        expect(failed).toBe(true)
        yield* settled
      }),
      services
    )
  }).pipe(Effect.scoped, Effect.runPromise)
)

it("foreign files in the folder are ignored", (blobs, directory) =>
  Effect.gen(function* () {
    mkdirSync(join(directory, "lost+found"))
    mkdirSync(join(directory, "a/_folder"), { recursive: true })
    for (const name of ["README", "readme", "_UPPER", "a/.hidden", "a/_x~"]) writeFileSync(join(directory, name), "")
    yield* blobs.put("a/k", Stream.make(new Uint8Array(1)))
    const infos = yield* Stream.runCollect(blobs.list(""))
    expect(Chunk.toArray(infos).map(({ key }) => key)).toEqual(["a/k"])
  }))

it("a symbolic link is not stored", (blobs, directory) =>
  Effect.gen(function* () {
    const link = join(directory, "link")
    symlinkSync("/etc/hostname", link)
    expect(yield* Effect.flip(blobs.putFile("k", link))).toMatchObject({
      _tag: "BlobStoreUnavailable",
      reason: "EINVAL"
    })
    expect(leftovers(directory)).toEqual([])
  }))

const writer = `
  import * as Effect from "effect/Effect"
  import * as Stream from "effect/Stream"
  import { BlobStore } from "../../src/ports/BlobStore.ts"
  import { layer } from "./FileSystem.ts"
  const endless = Stream.concat(Stream.make(new Uint8Array(100)), Stream.fromEffect(Effect.zipRight(
    Effect.sync(() => process.stdout.write("writing")), Effect.never)))
  await Effect.runPromise(Effect.provide(Effect.flatMap(BlobStore, (blobs) => blobs.put("k", endless)),
    layer({ directory: process.argv.at(-1) })))`

effect("files of a killed process are removed at the next start, those of a running one are not", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const start = () =>
      Effect.promise(async () => {
        const child = Bun.spawn([process.execPath, "-e", writer, directory], {
          cwd: import.meta.dir,
          stderr: "inherit"
        })
        await child.stdout.getReader().read()
        return child
      })
    const [dead, living] = [yield* start(), yield* start()]
    yield* Effect.addFinalizer(() => Effect.sync(() => living.kill("SIGKILL")))
    dead.kill("SIGKILL")
    yield* Effect.promise(() => dead.exited)
    expect(leftovers(directory).length).toBe(2)
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* open(directory)
        expect(leftovers(directory).length).toBe(1)
        expect(readdirSync(join(directory, ".tmp")).length).toBe(2)
      })
    )
    expect(readdirSync(join(directory, ".tmp")).length).toBe(1)
  })
)

const putter = `
  import * as Cause from "effect/Cause"
  import * as Effect from "effect/Effect"
  import * as Exit from "effect/Exit"
  import * as Stream from "effect/Stream"
  import { BlobStore } from "../../src/ports/BlobStore.ts"
  import { layer } from "./FileSystem.ts"
  const put = Effect.flatMap(BlobStore, (blobs) => Effect.all(["old", "new"].map((key) =>
    Effect.either(blobs.put("a/" + key, Stream.make(new Uint8Array(2)))))))
  const results = await Effect.runPromise(Effect.provide(put, layer({ directory: process.argv.at(-1) })))
  process.stdout.write(JSON.stringify(results.map((result) => result.left?.reason)))`

for (const [what, fails] of [
  ["a file", ".tmp"],
  ["a folder", "a"]
] as const) {
  const run = () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      const store = Effect.flatMap(open(directory), (services) => Effect.provide(BlobStore, services))
      yield* Effect.scoped(Effect.flatMap(store, (blobs) => blobs.put("a/old", Stream.make(new Uint8Array(1)))))
      // Temporary files have random names, so the fault applies to all paths except the blob folders, or to one blob
      // folder.
      const only = fails === "a" ? ["-P", join(directory, "a")] : []
      const strace = [
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        ...only,
        "-e",
        "trace=fsync",
        "-e",
        "inject=fsync:error=EIO"
      ]
      const child = Bun.spawn([...strace, process.execPath, "-e", putter, directory], { cwd: import.meta.dir })
      expect(yield* Effect.promise(() => child.stdout.text())).toEndWith('["EIO","EIO"]')
      const blobs = yield* store
      const infos = Chunk.toArray(yield* Stream.runCollect(blobs.list("")))
      expect(infos).toMatchObject([{ key: "a/old", size: 1 }])
      expect(leftovers(directory)).toEqual([])
    })
  if (Bun.which("strace") === null) test.skip(`a put whose sync of ${what} fails (needs strace)`, () => {})
  else effect(`a put whose sync of ${what} fails changes nothing`, run)
}

effect("a folder that cannot be created is BlobStoreUnavailable", () =>
  Effect.gen(function* () {
    const file = join(yield* temporary, "file")
    writeFileSync(file, "")
    expect(yield* Effect.flip(open(join(file, "blobs")))).toMatchObject({
      _tag: "BlobStoreUnavailable",
      reason: "ENOTDIR"
    })
  })
)

const disk = mkdtempSync(join(tmpdir(), "plinth-test-"))
const unmount = (path: string) => {
  Bun.spawnSync(["umount", "-l", path])
  rmSync(path, { recursive: true, force: true })
}
const mounted =
  Bun.which("mount") !== null &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m,nr_inodes=40", "tmpfs", disk]).exitCode === 0
if (mounted) {
  effect("a full disk is BlobStoreUnavailable and leaves nothing, and blobs can still be read", () =>
    Effect.gen(function* () {
      yield* Effect.addFinalizer(() => Effect.sync(() => unmount(disk)))
      const services = yield* open(disk)
      yield* Effect.provide(
        Effect.gen(function* () {
          const blobs = yield* BlobStore
          const full = { _tag: "BlobStoreUnavailable", reason: "ENOSPC" }
          const put = (key: string, size: number) => blobs.put(key, Stream.make(new Uint8Array(size).fill(1)))
          yield* put("old", 1000)
          for (const room of [0, 1, 4096, 10_000, 70_000]) {
            const free = 1024 * 1024 - 5 * 4096 - room
            writeFileSync(join(disk, "ballast"), new Uint8Array(free))
            expect(yield* Effect.flip(put("old", 200_000))).toMatchObject(full)
            expect(yield* Effect.flip(put("new", 200_000))).toMatchObject(full)
            expect((yield* blobs.read("old")).length).toBe(1000)
            expect(leftovers(disk)).toEqual([])
            rmSync(join(disk, "ballast"))
          }
          yield* put("new", 200_000)
          yield* blobs.check

          const ballast = openSync(join(disk, "ballast"), "w")
          expect(() => {
            for (;;) writeSync(ballast, new Uint8Array(4096))
          }).toThrow("ENOSPC")
          closeSync(ballast)
          expect(yield* Effect.flip(blobs.check)).toMatchObject(full)
          yield* blobs.remove("new")
          yield* blobs.check

          for (let i = 0; i < 40; i++) yield* Effect.ignore(put(`many/${i}`, 1))
          expect(yield* Effect.flip(put("one/more", 1))).toMatchObject(full)
          yield* blobs.removeAll("many/")
          yield* put("one/more", 1)
          expect(leftovers(disk)).toEqual([])
        }),
        services
      )
    })
  )
  effect("a file on another file system is copied", () =>
    Effect.gen(function* () {
      const other = yield* temporary
      Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", other])
      yield* Effect.addFinalizer(() => Effect.sync(() => unmount(other)))
      const services = yield* open(join(yield* temporary, "blobs"))
      yield* Effect.provide(
        Effect.gen(function* () {
          const blobs = yield* BlobStore
          writeFileSync(join(other, "file"), "content")
          yield* blobs.putFile("k", join(other, "file"))
          const copy = yield* blobs.localCopy("k", other)
          expect(yield* Effect.promise(() => Bun.file(copy).text())).toBe("content")
          expect(statSync(copy).mode & 0o777).toBe(0o444)
          rmSync(copy)
          writeFileSync(join(other, "ballast"), new Uint8Array(1000 * 1024))
          yield* blobs.put("big", Stream.make(new Uint8Array(200_000)))
          expect(yield* Effect.flip(blobs.localCopy("big", other))).toMatchObject({ reason: "ENOSPC" })
          expect(readdirSync(other)).toEqual(["ballast"])
        }),
        services
      )
    })
  )
} else {
  rmSync(disk, { recursive: true })
  test.skip("a full disk, another file system (needs the right to mount a tmpfs)", () => {})
}
