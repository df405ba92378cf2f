/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { resolve } from "./Language.ts"

test.each([
  ["the browser's language", null, ["de-AT", "en-US"], "de", "de-AT"],
  ["the first of the browser's languages that the page has", null, ["fr-FR", "de", "en"], "de", "de"],
  ["English if the page has none of them", null, ["fr-FR"], "en", "en"],
  ["English without any", null, [], "en", "en"],
  ["the choice, with the browser's country", "en", ["de-DE", "en-GB"], "en", "en-GB"],
  ["the choice, without a country if the browser has none", "de", ["en-GB"], "de", "de"],
  ["the browser's language if the choice is unknown", "xx", ["de"], "de", "de"],
  ["the browser's language if the choice is a property of objects", "constructor", ["de"], "de", "de"]
])("the language is %s", (_, chosen, preferred, language, locale) => {
  expect(resolve(chosen, preferred)).toEqual({ language: language as "de" | "en", locale })
})
