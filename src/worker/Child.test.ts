import { expect, test } from "bun:test"
import { closeSync, mkdtempSync, readSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ChildProcess from "./ChildProcess.ts"
import { type Message, PONG_BYTES, type Task } from "./Protocol.ts"
import { AnyJob } from "./testing/AnyJob.ts"

const entry = join(import.meta.dir, "testing/Child.ts")

const taskOf = (name: string, input: unknown, scratch: string): Task => ({
  request: Schema.encodeSync(AnyJob)(AnyJob.make({ name, input })),
  scratch,
  collectAbove: Number.MAX_VALUE,
  isTraced: false
})

/** A child without a pool and without help of the system: what it does, it does itself. */
const withChild = async (
  body: (child: Bun.Subprocess, descriptor: number, run: (name: string) => void) => Promise<void>
) => {
  const home = mkdtempSync(join(tmpdir(), "plinth-child-"))
  const { promise: ready, resolve } = Promise.withResolvers<Message>()
  const child = Bun.spawn([process.execPath, entry], {
    cwd: home,
    env: {},
    stdio: ["ignore", "ignore", "inherit", "socket-fd"],
    serialization: "advanced",
    ipc: resolve
  })
  try {
    expect(await ready).toEqual({ type: "ready" })
    await body(child, child.stdio[3]!, (name) => child.send(taskOf(name, null, home)))
  } finally {
    child.kill("SIGKILL")
    await child.exited
    rmSync(home, { recursive: true })
  }
}

/** Waits for the answer to one ping, size and work; the descriptor does not block. */
const pong = async (descriptor: number): Promise<readonly [resident: number, worked: number]> => {
  const answer = new Uint8Array(PONG_BYTES)
  writeSync(descriptor, "p")
  for (;;) {
    try {
      expect(readSync(descriptor, answer)).toBe(PONG_BYTES)
      const told = new DataView(answer.buffer)
      return [told.getFloat64(0, true), told.getFloat64(8, true)]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error
      await Bun.sleep(5)
    }
  }
}

test("a child in an endless loop answers pings with its memory and processor time, and ends when the pings end", () =>
  withChild(async (child, descriptor, run) => {
    run("endless")
    await Bun.sleep(200)
    let before = 0
    for (let round = 0; round < 3; round++) {
      const [resident, worked] = await pong(descriptor)
      expect(worked).toBeGreaterThan(before)
      before = worked
      expect(resident).toBeGreaterThan(10e6)
      expect(resident).toBeLessThan(1e9)
    }
    closeSync(descriptor)
    await child.exited
    expect(child.signalCode).toBe("SIGKILL")
  }))

test("a child ends when its channel closes", () =>
  withChild(async (child, descriptor) => {
    child.disconnect()
    await child.exited
    expect(child.signalCode).toBe("SIGKILL")
    closeSync(descriptor)
  }))

test("a child ignores the signals that a terminal or a service manager sends to all processes", () =>
  withChild(async (child, descriptor) => {
    child.kill("SIGTERM")
    child.kill("SIGINT")
    await Bun.sleep(200)
    expect((await pong(descriptor))[0]).toBeGreaterThan(0)
    expect(child.signalCode).toBe(null)
    closeSync(descriptor)
  }))

test("the resident size is watched if the system sets no limit", async () => {
  const home = mkdtempSync(join(tmpdir(), "plinth-child-"))
  const crash = await Effect.gen(function* () {
    const options = { entry, memoryBytes: 400 << 20, pingMillis: 100, silenceMillis: 30_000 }
    const child = yield* ChildProcess.start(options, home, { prefix: [], memoryIsLimited: false })
    yield* child.ready
    child.send(taskOf("hold", 500 << 20, home), { onMessage: () => {}, onPong: () => {} })
    return yield* child.ended
  }).pipe(Effect.scoped, Effect.runPromise)
  expect(crash.cause).toBe("memory")
  rmSync(home, { recursive: true })
})
