import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** How to connect to Kafka. */
export interface KafkaOptions {
  /** `host:port` of some of the brokers. */
  readonly brokers: ReadonlyArray<string>
  /** The prefix of topic names and of the name of the consumer group. */
  readonly prefix: string
  /**
   * Null if connections are not encrypted. `authority` contains the CA certificates as PEM, or is null for those of the
   * system.
   */
  readonly tls: { readonly authority: string | null } | null
  readonly login: Login | null
}

const mechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const

/** A login by name and password, or as the Google Cloud service account of the process. */
type Login =
  | {
      readonly mechanism: (typeof mechanisms)[number]
      readonly username: string
      readonly password: Redacted.Redacted
    }
  | { readonly mechanism: "oauthbearer" }

const wrong = (variable: string, message: string) => Either.left(ConfigError.InvalidData([variable], message))

/** A host name or IPv4 address and a port. The client does not support IPv6 addresses. */
const address = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?:([1-9]\d{0,4})$/i

const split = (text: string) => text.split(",").map((one) => one.trim())

const brokers = Config.nonEmptyString("KAFKA_BROKERS").pipe(
  Config.validate({
    message: "must be host:port, or several of them with commas between",
    validation: (text) => split(text).every((one) => Number(address.exec(one)?.[2] ?? Infinity) <= 65_535)
  }),
  Config.map(split)
)

/**
 * The prefix of topic names. Kafka allows topic names of up to 249 characters of this set, so 200 leave room for the
 * rest.
 */
const prefix = Config.string("KAFKA_TOPIC_PREFIX").pipe(
  Config.validate({
    message: "must be 1 to 200 of the characters a-z, A-Z, 0-9, . _ -",
    validation: (text) => /^[a-zA-Z0-9._-]{1,200}$/.test(text)
  }),
  Config.withDefault("plinth")
)

const authority = Config.nonEmptyString("KAFKA_CA_FILE").pipe(
  Config.mapOrFail((path) =>
    Either.mapLeft(
      Either.try(() => {
        const text = readFileSync(path, "utf8")
        void new X509Certificate(text)
        return text
      }),
      () => ConfigError.InvalidData([], `${path} cannot be read, or holds no certificate as PEM`)
    )
  )
)

const tls = Config.all([Config.boolean("KAFKA_TLS").pipe(Config.withDefault(false)), Config.option(authority)]).pipe(
  Config.mapOrFail(([isOn, authority]) => {
    if (!isOn && Option.isSome(authority)) return wrong("KAFKA_TLS", "must be true where KAFKA_CA_FILE is set")
    return Either.right(isOn ? { authority: Option.getOrNull(authority) } : null)
  })
)

const login = Config.all({
  mechanism: Config.option(Config.literal(...mechanisms, "oauthbearer")("KAFKA_SASL_MECHANISM")),
  username: Config.option(Config.nonEmptyString("KAFKA_SASL_USERNAME")),
  password: Config.option(Config.redacted(Config.nonEmptyString("KAFKA_SASL_PASSWORD")))
}).pipe(
  Config.mapOrFail(({ mechanism, password, username }) => {
    if (Option.isNone(mechanism)) {
      const given = Option.isSome(username) ? "KAFKA_SASL_USERNAME" : "KAFKA_SASL_PASSWORD"
      const hasSome = Option.isSome(username) || Option.isSome(password)
      return hasSome ? wrong("KAFKA_SASL_MECHANISM", `must be set where ${given} is`) : Either.right(null)
    }
    if (mechanism.value === "oauthbearer") {
      if (Option.isSome(username)) return wrong("KAFKA_SASL_USERNAME", "is not for oauthbearer")
      if (Option.isSome(password)) return wrong("KAFKA_SASL_PASSWORD", "is not for oauthbearer")
      return Either.right<Login>({ mechanism: mechanism.value })
    }
    if (Option.isNone(username)) return wrong("KAFKA_SASL_USERNAME", "must be set where KAFKA_SASL_MECHANISM is")
    if (Option.isNone(password)) return wrong("KAFKA_SASL_PASSWORD", "must be set where KAFKA_SASL_MECHANISM is")
    return Either.right({ mechanism: mechanism.value, username: username.value, password: password.value })
  })
)

/** The Kafka options from the environment. Contract section 1. */
export const configuration: Config.Config<KafkaOptions> = Config.all({ brokers, prefix, tls, login }).pipe(
  Config.mapOrFail((found) =>
    found.login?.mechanism === "oauthbearer" && found.tls === null
      ? wrong("KAFKA_TLS", "must be true where KAFKA_SASL_MECHANISM is oauthbearer")
      : Either.right(found)
  )
)
