import { expect, test } from "bun:test"
import { clientOf, networkOf } from "./Client.ts"

const of = (headers: Record<string, string>, trustProxy = true) =>
  clientOf(new Headers(headers), "::ffff:192.0.2.1", trustProxy)

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["evil, 198.51.100.1,203.0.113.7 ", "203.0.113.7"],
  ["203.0.113.7:51000", "203.0.113.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]:51000", "2001:db8::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["203.0.113.7, unknown", "192.0.2.1"],
  ["203.0.113.7,", "192.0.2.1"],
  ["", "192.0.2.1"],
  ['203.0.113.7"}\n', "192.0.2.1"]
])("X-Forwarded-For %j of a trusted proxy: %s", (header, address) => {
  expect(of(header === "" ? {} : { "x-forwarded-for": header.trim() }).address).toBe(address)
  expect(of({ "x-forwarded-for": header.trim() }, false)).toEqual({ address: "192.0.2.1", scheme: null })
})

test.each([
  ["https", "https"],
  ["HTTP", "http"],
  ["http, https", "https"],
  ["ftp", null],
  ["", null]
])("X-Forwarded-Proto %j: %p", (header, scheme) => {
  expect(of({ "x-forwarded-proto": header }).scheme).toBe(scheme as null)
})

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:2::6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"]
])("%s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network))
