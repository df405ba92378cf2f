/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { isRead } from "./Read.ts"

test("queries and groups of products change nothing, other posts do", () => {
  const products = "/projects/1/models/2/products"
  expect(isRead("GET", "/projects/1")).toBe(true)
  expect(isRead("POST", `${products}/properties/query?page=1`)).toBe(true)
  expect(isRead("POST", `${products}/groups?page=1&pageSize=200`)).toBe(true)
  expect(isRead("POST", "/projects/1/products/groups")).toBe(true)
  expect(isRead("POST", products)).toBe(false)
  expect(isRead("POST", `${products}/table?dryRun=true`)).toBe(false)
  expect(isRead("POST", "/projects/1/queries")).toBe(false)
  expect(isRead("PUT", "/projects/1/members/query")).toBe(false)
})
