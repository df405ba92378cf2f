import { expect, test } from "bun:test"
import { lineOf, withBody } from "./Refused.ts"

const token = "abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

test("a failed request is described by its method, status, address and answer", () => {
  const url = "http://localhost:1/v1/projects/0f3c8a52-6f0e-4a39-9e3e-0c1d3c5b7a10/models?page=NaN&version=2"
  const body = '{"error":"InvalidParameter","errorDetails":"page is no number.","requestId":"r-1"}'
  expect(withBody(lineOf({ method: "GET", status: 400, url }), body)).toBe(
    `the server responded with a status of 400: GET ${url}: ${body}`
  )
})

test("secrets of addresses and answers are left out", () => {
  const url = `http://localhost:1/first-user?secret=a1b2&page=1`
  const line = lineOf({ method: "POST", status: 400, url })
  expect(line).toEndWith("POST http://localhost:1/first-user?secret=…&page=1")
  expect(withBody(line, JSON.stringify({ access_token: token, count: 2 }))).toEndWith('{"access_token":"…","count":2}')
  expect(lineOf({ method: "PUT", status: 403, url: `http://localhost:1/uploads/${token}` })).not.toContain("ABCDEFG")
})
