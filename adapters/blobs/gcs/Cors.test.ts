import { expect, test } from "bun:test"
import { missingIn } from "./Cors.ts"

const rule = (origin: string, method: ReadonlyArray<string>, responseHeader: ReadonlyArray<string> = []) => ({
  origin: [origin],
  method,
  responseHeader
})

test("rules for any origin permit GET and PUT, in one rule or several", () => {
  expect(missingIn([rule("*", ["GET", "PUT"], ["Content-Type"])])).toEqual([])
  expect(missingIn([rule("*", ["GET"]), rule("*", ["put"], ["content-type"])])).toEqual([])
  expect(missingIn([rule("*", ["*"], ["*"])])).toEqual([])
})

test("missing permissions are named", () => {
  expect(missingIn([])).toEqual(["GET", "PUT"])
  expect(missingIn([rule("*", ["GET", "PUT"])])).toEqual(["PUT"])
  expect(missingIn([rule("*", ["PUT"], ["Content-Type"])])).toEqual(["GET"])
  expect(missingIn([rule("https://app.example", ["GET", "PUT"], ["Content-Type"])])).toEqual(["GET", "PUT"])
})

test("the rules of README.md suffice", async () => {
  const readme = await Bun.file(new URL("../README.md", import.meta.url)).text()
  const given = /```json\n(\[.*?\])\n```/s.exec(readme)![1]!
  expect(missingIn(JSON.parse(given))).toEqual([])
})
