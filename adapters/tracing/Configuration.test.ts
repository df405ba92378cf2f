/* oxlint-disable no-restricted-imports -- a test shows what main prints */
import { expect, test } from "bun:test"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { variableFault } from "../../src/main/Configuration.ts"
import { configuration } from "./Configuration.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(
      Effect.withConfigProvider(
        configuration,
        ConfigProvider.fromMap(
          new Map(Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", ...variables }))
        )
      )
    )
  )
const found = (variables: Readonly<Record<string, string>>) => Either.getOrThrow(read(variables))!

test("without an endpoint, with an empty one or if disabled, spans are not exported", () => {
  expect(found({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBeNull()
  expect(found({ OTEL_SDK_DISABLED: "true" })).toBeNull()
  expect(Effect.runSync(Effect.withConfigProvider(configuration, ConfigProvider.fromMap(new Map())))).toBeNull()
})

test("with only an endpoint: its path for traces, the default name, every trace", () => {
  const { resource, sampler, url } = found({})
  expect(url).toBe("http://collector:4318/v1/traces")
  expect(resource).toEqual({ "service.name": "plinth" })
  expect(sampler(null, "0".repeat(32))).toBe(true)
  expect(found({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example/otlp/" }).url).toBe("https://c.example/otlp/v1/traces")
})

test("empty variables count as not set", () => {
  const names = ["EXPORTER_OTLP_HEADERS", "SERVICE_NAME", "RESOURCE_ATTRIBUTES", "TRACES_SAMPLER", "TRACES_SAMPLER_ARG"]
  const empty = Object.fromEntries([...names, "SDK_DISABLED"].map((name) => [`OTEL_${name}`, ""]))
  const { headers, resource, sampler, url } = found(empty)
  expect(url).toBe("http://collector:4318/v1/traces")
  expect([Redacted.value(headers), resource]).toEqual([{}, { "service.name": "plinth" }])
  expect(sampler(null, "0".repeat(32))).toBe(true)
})

test("headers and attributes are percent-decoded, the variable of the name has precedence, secrets are hidden", () => {
  const options = found({
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20c2VjcmV0, x-tenant = a=b",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment.name=test%2C%20old",
    OTEL_SERVICE_NAME: "plinth-api"
  })
  expect(Redacted.value(options.headers)).toEqual({ authorization: "Basic c2VjcmV0", "x-tenant": "a=b" })
  expect(options.resource).toEqual({ "service.name": "plinth-api", "deployment.environment.name": "test, old" })
  expect(JSON.stringify(options)).not.toContain("c2VjcmV0")
  expect(found({ OTEL_RESOURCE_ATTRIBUTES: "service.name=other" }).resource).toEqual({ "service.name": "other" })
})

for (const [variable, ...values] of [
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "grpc://collector:4317", "http://collector/?a=b", "nothing"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "secret", "=secret", "a=%zzsecret", "a b=secret", "a=secret%0Ab:c"],
  ["OTEL_RESOURCE_ATTRIBUTES", "a", "a=b,c"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.1", "-0.1", "half"],
  ["OTEL_SDK_DISABLED", "maybe"]
] as const) {
  test.each(values)(`${variable}=%s is refused with its name`, (value) => {
    const fault = variableFault(Either.getOrThrow(Either.flip(read({ [variable]: value }))))
    expect(fault).toStartWith(`${variable}: `)
    expect(fault).not.toContain("secret")
  })
}
