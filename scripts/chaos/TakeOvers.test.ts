import { expect, test } from "bun:test"
import type Pg from "pg"
import * as TakeOvers from "./TakeOvers.ts"

/** One claimed operation, and the waits that were measured. */
const setting = () => {
  const row = { id: "o", token: 1, interruptions: 0, lease: 100, status: "InProgress" }
  const workers = { live: true }
  const storage = { isThere: true }
  const query = () => (storage.isThere ? Promise.resolve({ rows: [{ ...row }] }) : Promise.reject(new Error("gone")))
  const database = { query } as unknown as Pg.Pool
  const { during, end } = TakeOvers.watch(database, () => workers.live)
  const kill = () => during(() => Promise.resolve())
  const takeOver = async () => {
    Object.assign(row, { token: row.token + 1, interruptions: row.interruptions + 1, lease: row.lease + 100 })
    await Bun.sleep(120)
    return end()
  }
  return { row, storage, workers, kill, takeOver, end }
}

test("the wait of an operation starts when its worker is killed, whatever other workers are killed afterwards", async () => {
  const { kill, takeOver } = setting()
  await kill()
  await Bun.sleep(300)
  await kill()
  const [wait] = await takeOver()
  expect(wait!.millis).toBeGreaterThanOrEqual(290)
  expect(wait!.interruptions).toBe(1)
})

test("a later sign of life of its worker restarts the wait", async () => {
  const { kill, row, takeOver } = setting()
  await kill()
  await Bun.sleep(300)
  row.lease += 100
  await Bun.sleep(120)
  const [wait] = await takeOver()
  expect(wait!.millis).toBeLessThan(300)
})

test("time without any worker does not count", async () => {
  const { kill, takeOver, workers } = setting()
  await kill()
  workers.live = false
  await Bun.sleep(400)
  workers.live = true
  const [wait] = await takeOver()
  expect(wait!.millis).toBeLessThan(300)
})

test("time without the database does not count", async () => {
  const { kill, storage, takeOver } = setting()
  await kill()
  storage.isThere = false
  await Bun.sleep(400)
  storage.isThere = true
  const [wait] = await takeOver()
  expect(wait!.millis).toBeLessThan(300)
})

test("an operation that was returned and claimed again, or has ended, does not wait", async () => {
  for (const change of [{ token: 2 }, { status: "Ready" }]) {
    const { end, kill, row } = setting()
    await kill()
    Object.assign(row, change)
    await Bun.sleep(120)
    expect(end()).toEqual([])
  }
})
