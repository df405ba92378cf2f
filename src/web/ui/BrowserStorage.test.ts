/// <reference types="bun-types/test" />
import { afterEach, expect, test } from "bun:test"
import { ofBrowser } from "./BrowserStorage.ts"

/** Puts a storage in place of the browser's. */
const given = (storage: Partial<Storage>): void =>
  void Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => storage })

afterEach(() => void Reflect.deleteProperty(globalThis, "localStorage"))

test("texts and values are kept by name", () => {
  const texts = new Map<string, string>()
  given({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key)
  })
  expect([ofBrowser.text("a"), ofBrowser.json("a")]).toEqual([null, null])
  expect(ofBrowser.keep("a", "light")).toBe(true)
  expect(ofBrowser.keepJson("b", { pins: ["x"] })).toBe(true)
  expect([ofBrowser.text("a"), ofBrowser.json("b")]).toEqual(["light", { pins: ["x"] }])
  // It is no JSON.
  expect(ofBrowser.json("a")).toBeNull()
  ofBrowser.forget("a")
  expect(ofBrowser.text("a")).toBeNull()
})

test("a browser that refuses its storage has nothing and keeps nothing", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    }
  })
  expect([ofBrowser.text("a"), ofBrowser.json("a"), ofBrowser.keep("a", "b")]).toEqual([null, null, false])
  expect(() => ofBrowser.forget("a")).not.toThrow()
})
