import { expect, test } from "bun:test"
import * as IdleHeap from "./IdleHeap.ts"

const garbage = () => Array.from({ length: 1000 }, () => new WeakRef({}))
const left = (refs: ReadonlyArray<WeakRef<object>>) => refs.filter((ref) => ref.deref() !== undefined).length

test("what jobs have left is given back once there are none for a while", async () => {
  const collectLater = IdleHeap.make()
  const refs = garbage()
  for (let job = 0; job < 10; job++) collectLater(10)
  await Bun.sleep(1500)
  // What a register or the stack still shows is kept.
  expect(left(refs)).toBeLessThan(10)
})
