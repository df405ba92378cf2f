/* oxlint-disable no-restricted-imports -- a test shows what main prints */
import { afterAll, expect, test } from "bun:test"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { variableFault } from "../../../src/main/Configuration.ts"
import { configuration } from "./Configuration.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(
      Effect.withConfigProvider(
        configuration,
        ConfigProvider.fromMap(new Map(Object.entries({ KAFKA_BROKERS: "kafka:9092", ...variables })))
      )
    )
  )

test("brokers alone give the prefix of the contract, no encryption and no password", () => {
  expect(read({ KAFKA_BROKERS: "a.example:9092, 10.0.0.2:19092" })).toEqual(
    Either.right({ brokers: ["a.example:9092", "10.0.0.2:19092"], prefix: "plinth", tls: null, login: null })
  )
})

test("all settings are read, and the password is hidden", () => {
  const login = { KAFKA_SASL_MECHANISM: "scram-sha-512", KAFKA_SASL_USERNAME: "u", KAFKA_SASL_PASSWORD: "secret" }
  const found = Either.getOrThrow(read({ KAFKA_TLS: "true", KAFKA_TOPIC_PREFIX: "x.y", ...login }))
  expect(found).toMatchObject({ prefix: "x.y", tls: { authority: null }, login: { mechanism: "scram-sha-512" } })
  const password = found.login !== null && "password" in found.login ? found.login.password : expect.unreachable()
  expect(Redacted.value(password)).toBe("secret")
  expect(JSON.stringify(found)).not.toContain("secret")
})

test("a service account of Google Cloud needs no name and no password", () => {
  const found = Either.getOrThrow(read({ KAFKA_TLS: "true", KAFKA_SASL_MECHANISM: "oauthbearer" }))
  expect(found.login).toEqual({ mechanism: "oauthbearer" })
})

const folder = mkdtempSync(join(tmpdir(), "plinth-kafka-"))
afterAll(() => rmSync(folder, { recursive: true }))
const noCertificate = join(folder, "ca.pem")
writeFileSync(noCertificate, "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n")

const certificate = join(folder, "certificate.pem")
const selfSigned = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=a", "-out", certificate]
expect(Bun.spawnSync([...selfSigned, "-keyout", join(folder, "key")]).exitCode).toBe(0)

const wrong: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
  ["no broker", { KAFKA_BROKERS: "" }, "KAFKA_BROKERS: "],
  ["a broker without a port", { KAFKA_BROKERS: "a:9092,b" }, "KAFKA_BROKERS: must be host:port"],
  ["a port that is none", { KAFKA_BROKERS: "a:90920" }, "KAFKA_BROKERS: must be host:port"],
  ["a URL", { KAFKA_BROKERS: "kafka://a:9092" }, "KAFKA_BROKERS: must be host:port"],
  ["a prefix that is no name", { KAFKA_TOPIC_PREFIX: "a b" }, "KAFKA_TOPIC_PREFIX: must be"],
  ["a word that is neither true nor false", { KAFKA_TLS: "maybe" }, "KAFKA_TLS: "],
  ["an authority that holds no certificate", { KAFKA_CA_FILE: import.meta.path }, "KAFKA_CA_FILE: "],
  ["an authority and no TLS", { KAFKA_CA_FILE: certificate }, "KAFKA_TLS: must be true where KAFKA_CA_FILE is set"],
  ["an authority that is not there", { KAFKA_TLS: "true", KAFKA_CA_FILE: "/nowhere/ca.pem" }, "KAFKA_CA_FILE: "],
  ["an authority that is none", { KAFKA_TLS: "true", KAFKA_CA_FILE: noCertificate }, "KAFKA_CA_FILE: "],
  ["an unknown mechanism", { KAFKA_SASL_MECHANISM: "gssapi" }, "KAFKA_SASL_MECHANISM: "],
  [
    "a user without a mechanism",
    { KAFKA_SASL_USERNAME: "u" },
    "KAFKA_SASL_MECHANISM: must be set where KAFKA_SASL_USERNAME"
  ],
  ["a password alone", { KAFKA_SASL_PASSWORD: "p" }, "KAFKA_SASL_MECHANISM: must be set where KAFKA_SASL_PASSWORD is"],
  [
    "a token without TLS",
    { KAFKA_SASL_MECHANISM: "oauthbearer" },
    "KAFKA_TLS: must be true where KAFKA_SASL_MECHANISM is oauthbearer"
  ],
  [
    "a token and a user",
    { KAFKA_SASL_MECHANISM: "oauthbearer", KAFKA_TLS: "true", KAFKA_SASL_USERNAME: "u" },
    "KAFKA_SASL_USERNAME: is not for oauthbearer"
  ],
  ["a mechanism alone", { KAFKA_SASL_MECHANISM: "plain" }, "KAFKA_SASL_USERNAME: must be set"],
  ["no password", { KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "u" }, "KAFKA_SASL_PASSWORD: must be set"]
]
for (const [name, variables, line] of wrong) {
  test(`${name}: one line that names the variable`, () => {
    const fault = variableFault(Either.getOrThrow(Either.flip(read(variables))))
    expect(fault).toStartWith(line)
    expect(fault).not.toContain("\n")
  })
}
