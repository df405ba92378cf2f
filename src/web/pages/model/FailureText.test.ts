/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { failureText } from "./FailureText.ts"

test("a line contains code and request id if there are any", () => {
  expect(failureText({ status: 400, code: "C", details: "D.", requestId: "r" })).toBe("D. C r")
  expect(failureText({ status: 0, code: "Away", details: "D.", requestId: null })).toBe("D. Away")
})
