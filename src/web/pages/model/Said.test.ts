/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { saidOf } from "./Said.ts"

test("a line tells code and request id where there are any", () => {
  expect(saidOf({ status: 400, code: "C", details: "D.", requestId: "r" })).toBe("D. C r")
  expect(saidOf({ status: 0, code: "Away", details: "D.", requestId: null })).toBe("D. Away")
})
