import { expect, test } from "bun:test"
import { afterTry, type Outcome } from "./Schedule.ts"
import { hears } from "./Webhook.ts"

const answered = (status: number, retryAfterMillis: number | null = null): Outcome => ({
  _tag: "Answered",
  status,
  answer: "",
  retryAfterMillis
})

test("after eight tries with the waits of the contract the delivery has failed", () => {
  const waits = Array.from({ length: 8 }, (_, i) => afterTry(answered(500), i + 1, false, 0).waitMillis)
  expect(waits).toEqual([5e3, 3e5, 18e5, 72e5, 18e6, 36e6, 36e6, null])
  expect(afterTry(answered(500), 8, false, 0).status).toBe("Failed")
  expect(afterTry(answered(500), 2, false, 1).waitMillis).toBe(33e4)
})

test("only 2xx is success; 410 disables the webhook, and a refused address ends the delivery", () => {
  for (const status of [200, 202, 204, 299]) expect(afterTry(answered(status), 1, false, 0).status).toBe("Delivered")
  for (const status of [100, 199, 301, 302, 400, 404, 408, 425, 429, 500]) {
    expect(afterTry(answered(status), 1, false, 0)).toMatchObject({ status: "Pending", isGone: false })
  }
  expect(afterTry(answered(410), 1, false, 0)).toEqual({ status: "Failed", waitMillis: null, isGone: true })
  expect(afterTry({ _tag: "Refused", answer: "" }, 1, false, 0).status).toBe("Refused")
  expect(afterTry({ _tag: "Unanswered", answer: "" }, 1, false, 0).waitMillis).toBe(5000)
})

test("Retry-After of 429 and 503 makes a wait longer, never shorter, and not longer than ten hours", () => {
  expect(afterTry(answered(429, 60_000), 1, false, 0).waitMillis).toBe(60_000)
  expect(afterTry(answered(503, 1000), 2, false, 0).waitMillis).toBe(3e5)
  expect(afterTry(answered(503, 1e12), 1, false, 0).waitMillis).toBe(36e6)
  expect(afterTry(answered(500, 60_000), 1, false, 0).waitMillis).toBe(5000)
})

test("a try that a user requested is not repeated", () => {
  expect(afterTry(answered(500), 1, true, 0)).toEqual({ status: "Failed", waitMillis: null, isGone: false })
})

test("a webhook receives the selected types, areas or all events", () => {
  expect(hears(["model.imported"], "model.imported")).toBe(true)
  expect(hears(["model.imported"], "model.changed")).toBe(false)
  expect(hears(["model.*"], "model.changed")).toBe(true)
  expect(hears(["model.*", "check.ended"], "version.published")).toBe(false)
  expect(hears(["*"], "topic.changed")).toBe(true)
  expect(hears([], "topic.changed")).toBe(false)
})
