import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Sampler from "./Sampler.ts"

type Pairs = Readonly<Record<string, string>>

/** Options of tracing. */
export interface TracingOptions {
  /** The whole URL at which the collector accepts traces. */
  readonly url: string
  readonly headers: Redacted.Redacted<Pairs>
  /** The attributes of this process, including `service.name`. */
  readonly resource: Pairs
  readonly sampler: Sampler.Sampler
}

/**
 * Parses percent-encoded `key=value,key2=value2`. Throws if it is malformed. Source: OpenTelemetry, Resource SDK and
 * OTLP Exporter; W3C Baggage.
 */
const parse = (text: string): Pairs =>
  Object.fromEntries(
    text
      .split(",")
      .filter((pair) => pair.trim() !== "")
      .map((pair) => {
        const [, key, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair)!
        return [key!, decodeURIComponent(value!)]
      })
  )

/** Reads a variable of pairs. The error does not quote the value, which may be a password. */
const pairs = (name: string, message: string, isRight: (found: Pairs) => boolean = () => true) =>
  Config.string(name).pipe(
    Config.mapOrFail((text) =>
      Option.liftThrowable(parse)(text).pipe(
        Option.filter(isRight),
        Either.fromOption(() => ConfigError.InvalidData([], message))
      )
    ),
    Config.withDefault<Pairs>({})
  )

/** Returns whether the pairs are valid HTTP header names and values (RFC 9110, 5.5 and 5.6.2). */
const isHeaders = (headers: Pairs): boolean =>
  Object.entries(headers).every(
    ([name, value]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)
  )

const defaultName = "plinth"

const text = (name: string) =>
  Config.string(name).pipe(
    Config.withDefault(""),
    Config.map((found) => found.trim())
  )

/** Reads a variable. An empty one counts as not set. */
const unlessEmpty = <A, const B>(name: string, config: Config.Config<A>, otherwise: B): Config.Config<A | B> =>
  config.pipe(
    Config.orElse(() => Config.map(Config.literal("")(name), () => otherwise)),
    Config.withDefault(otherwise)
  )

const endpoint = Config.url("OTEL_EXPORTER_OTLP_ENDPOINT").pipe(
  Config.validate({
    message: "must be an http or https URL without a query",
    validation: ({ hash, protocol, search }) => /^https?:$/.test(protocol) && search === "" && hash === ""
  })
)

const options = Config.all({
  endpoint,
  headers: pairs("OTEL_EXPORTER_OTLP_HEADERS", "must be name=value of HTTP headers, with commas between", isHeaders),
  name: text("OTEL_SERVICE_NAME"),
  attributes: pairs("OTEL_RESOURCE_ATTRIBUTES", "must be key=value, with commas between, percent-encoded"),
  sampler: unlessEmpty(
    "OTEL_TRACES_SAMPLER",
    Config.literal(...Sampler.samplerNames)("OTEL_TRACES_SAMPLER"),
    "parentbased_always_on"
  ),
  ratio: unlessEmpty(
    "OTEL_TRACES_SAMPLER_ARG",
    Config.number("OTEL_TRACES_SAMPLER_ARG").pipe(
      Config.validate({ message: "must be a number, 0 to 1", validation: (ratio) => ratio >= 0 && ratio <= 1 })
    ),
    1
  )
}).pipe(
  Config.map(({ attributes, endpoint, headers, name, ratio, sampler }): TracingOptions => ({
    url: `${endpoint.href.replace(/\/+$/, "")}/v1/traces`,
    headers: Redacted.make(headers),
    resource: { ...attributes, "service.name": name || attributes["service.name"] || defaultName },
    sampler: Sampler.make(sampler, ratio)
  }))
)

const isDisabled = unlessEmpty("OTEL_SDK_DISABLED", Config.boolean("OTEL_SDK_DISABLED"), false)

/**
 * The tracing options from the environment. Null if tracing is off; then no further variable is read.
 *
 * Fails with a `ConfigError` for the first variable that is wrong.
 * Source: OpenTelemetry, Environment Variable Specification.
 */
export const configuration: Effect.Effect<TracingOptions | null, ConfigError.ConfigError> = Effect.gen(function* () {
  if ((yield* isDisabled) || (yield* text("OTEL_EXPORTER_OTLP_ENDPOINT")) === "") return null
  return yield* options
})
