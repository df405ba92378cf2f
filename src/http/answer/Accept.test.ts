import { expect, test } from "bun:test"
import { prefersHtml } from "./Accept.ts"

const firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

test.each([
  [firefox, true],
  ["text/html", true],
  ["TEXT/HTML; charset=utf-8", true],
  ["text/html, */*", true],
  ["text/*", true],
  ["application/json;q=0.5, text/html;q=0.9", true],
  ["text/html;q=0.1, application/json;q=0", true],
  ["", false],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/plain, */*", false],
  ["application/json, text/html", false],
  ["text/html;q=0.5, application/json;q=0.9", false],
  ["text/html;q=0, */*", false],
  ["text/html;q=0", false],
  ["text/html;q=none", false],
  ["application/*, text/html;q=0.9", false],
  ["image/png", false]
])("Accept: %s prefers HTML: %p", (header, expected) => {
  expect(prefersHtml(header)).toBe(expected)
})
