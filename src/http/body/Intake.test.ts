import { expect, test } from "bun:test"
import { turnsDuring } from "../../testing/Turns.ts"
import * as Intake from "./Intake.ts"

test("pieces beyond the share of a turn wait for the next turns, in order", async () => {
  const intake = Intake.make(100)
  const order: Array<number> = []
  const turns = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await intake.room(50)
        order.push(i)
      })
    )
  )
  expect(order).toEqual(Array.from({ length: 40 }, (_, i) => i))
  // Two of them fit.
  expect(turns).toBeGreaterThanOrEqual(19)
})

test("a piece larger than that share has a turn to itself", async () => {
  const intake = Intake.make(100)
  expect(intake.room(1000)).toBeNull()
  const order: Array<string> = []
  await Promise.all([
    Promise.resolve(intake.room(1000)).then(() => order.push("large")),
    Promise.resolve(intake.room(1)).then(() => order.push("small"))
  ])
  expect(order).toEqual(["large", "small"])
})

test("bodies that have not begun, and pieces within the share, do not wait", async () => {
  const intake = Intake.make(100)
  expect(intake.room(60)).toBeNull()
  expect(intake.room(0)).toBeNull()
  expect(intake.room(41)).not.toBeNull()
  // A later request is not served first, though it would fit.
  expect(intake.room(1)).not.toBeNull()
  await Bun.sleep(1)
  expect(intake.room(100)).toBeNull()
})
