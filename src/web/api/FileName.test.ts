/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { fileNameIn } from "./FileName.ts"

test.each([
  [`attachment; filename="Gro_es Haus.csv"; filename*=UTF-8''Gro%C3%9Fes%20Haus.csv`, "Großes Haus.csv"],
  [`attachment; filename="100%; topics.bcfzip"`, "100%; topics.bcfzip"],
  ["attachment", null],
  ["", null]
])("the file name in %p is %p", (disposition, name) => {
  expect(fileNameIn(disposition)).toBe(name)
})
