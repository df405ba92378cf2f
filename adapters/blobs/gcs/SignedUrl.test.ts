import { createHash, generateKeyPairSync, verify } from "node:crypto"
import { afterEach, expect, setSystemTime, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Access from "./Access.ts"
import * as SignedUrl from "./SignedUrl.ts"
import { email, publicKey, type Vector, vectors } from "./testing/V4Vectors.ts"

const own = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
})

afterEach(() => void setSystemTime())

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Whether the signature of the URL is the key's, as the bucket finds out.
 * Source: "Canonical requests" and "Signatures" of the documentation of Cloud Storage.
 */
const verifies = (method: string, text: string, key: string): boolean => {
  const url = new URL(text)
  const signature = url.searchParams.get("X-Goog-Signature") ?? ""
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Goog-Signature")
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join("&")
  const request = [method, url.pathname, query, `host:${url.hostname}\n`, "host", "UNSIGNED-PAYLOAD"].join("\n")
  const scope = url.searchParams.get("X-Goog-Credential")!.split("/").slice(1).join("/")
  const hash = createHash("sha256").update(request).digest("hex")
  const signed = ["GOOG4-RSA-SHA256", url.searchParams.get("X-Goog-Date"), scope, hash].join("\n")
  return verify("RSA-SHA256", Buffer.from(signed), key, Buffer.from(signature, "hex"))
}

const urlsOf = (bucket: string, endpoint = Access.googleEndpoint) =>
  Effect.flatMap(Access.make(endpoint, { email, privateKey: own.privateKey }), ({ storage }) =>
    SignedUrl.make(storage, bucket, endpoint)
  )

const made = ({ at, bucket, method, object, seconds }: Vector) => {
  setSystemTime(new Date(at))
  return Effect.flatMap(urlsOf(bucket), (urls) =>
    urls.fresh(new SignedUrl.Permission({ method, key: object, seconds }))
  )
}

for (const vector of vectors) {
  test(`vector "${vector.description}": the test verifies its signature as the bucket would`, () => {
    const url = `${vector.url}&X-Goog-Signature=${vector.signature}`
    expect(verifies(vector.method, url, publicKey)).toBe(true)
    expect(verifies(vector.method === "GET" ? "PUT" : "GET", url, publicKey)).toBe(false)
    expect(verifies(vector.method, url, own.publicKey)).toBe(false)
  })
  effect(`vector "${vector.description}": the adapter creates the same URL, signed with its own key`, () =>
    Effect.gen(function* () {
      const url = yield* made(vector)
      expect(url.replace(/&X-Goog-Signature=[0-9a-f]{512}$/, "")).toBe(vector.url)
      expect(verifies(vector.method, url, own.publicKey)).toBe(true)
    })
  )
}

effect("a URL for reading contains media type and attachment, and cannot be altered", () =>
  Effect.gen(function* () {
    const urls = yield* urlsOf("bucket", "http://127.0.0.1:4443")
    const url = yield* urls.fresh(
      new SignedUrl.Permission({
        method: "GET",
        key: "projects/1/a.json",
        seconds: 3600,
        mediaType: "application/json"
      })
    )
    const { host, pathname, searchParams } = new URL(url)
    expect([host, pathname]).toEqual(["127.0.0.1:4443", "/bucket/projects/1/a.json"])
    expect(searchParams.get("response-content-type")).toBe("application/json")
    expect(searchParams.get("response-content-disposition")).toBe("attachment")
    expect(searchParams.get("X-Goog-Expires")).toBe("3600")
    expect(verifies("GET", url, own.publicKey)).toBe(true)
    const altered = [
      url.replace("a.json", "b.json"),
      url.replace("/bucket/", "/bucket2/"),
      url.replace("Expires=3600", "Expires=3601"),
      url.replace("response-content-type=application%2Fjson", "response-content-type=text%2Fhtml"),
      url.replace("attachment", "inline"),
      url.replace("127.0.0.1", "127.0.0.2"),
      url.replace(/X-Goog-Date=\d/, "X-Goog-Date=3"),
      url.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      `${url}&more=1`
    ]
    for (const other of altered) {
      expect(other).not.toBe(url)
      expect(verifies("GET", other, own.publicKey)).toBe(false)
    }
  })
)

effect("a URL for reading is reused for half of its hour, one for uploads is created each time", () =>
  Effect.gen(function* () {
    setSystemTime(new Date("2026-01-01T00:00:00Z"))
    const urls = yield* urlsOf("bucket")
    const reading = (key: string) => new SignedUrl.Permission({ method: "GET", key, seconds: 3600 })
    const first = yield* urls.kept(reading("a"))
    setSystemTime(new Date("2026-01-01T00:29:00Z"))
    expect(yield* urls.kept(reading("a"))).toBe(first)
    expect(yield* urls.kept(reading("b"))).not.toBe(first)
    expect(yield* urls.fresh(reading("a"))).not.toBe(first)
    setSystemTime(new Date("2026-01-01T00:31:00Z"))
    const second = yield* urls.kept(reading("a"))
    expect(second).not.toBe(first)
    expect(new URL(second).searchParams.get("X-Goog-Date")).toBe("20260101T003100Z")
  })
)

effect("signing is tried three times, then fails with the reason, and is tried again at the next request", () =>
  Effect.gen(function* () {
    const { storage } = yield* Access.make(Access.googleEndpoint, { email, privateKey: own.privateKey })
    let asked = 0
    storage.authClient.sign = () => {
      asked += 1
      return asked <= 3
        ? Promise.reject(new Error("Permission 'iam.serviceAccounts.signBlob' denied\n  on resource"))
        : Promise.resolve("AAAA")
    }
    const urls = yield* SignedUrl.make(storage, "bucket", Access.googleEndpoint)
    const reading = new SignedUrl.Permission({ method: "GET", key: "a", seconds: 3600 })
    expect((yield* Effect.flip(urls.kept(reading))).reason).toBe(
      "no signature: Permission 'iam.serviceAccounts.signBlob' denied on resource"
    )
    expect(asked).toBe(3)
    expect(Exit.isSuccess(yield* Effect.exit(urls.kept(reading)))).toBe(true)
  })
)
