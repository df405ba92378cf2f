import { availableParallelism } from "node:os"
import process from "node:process"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import { limits } from "../domain/Limits.ts"
import { converterCommand } from "./ConverterCommand.ts"
import * as Memory from "./Memory.ts"

const gibibyte = 1024 ** 3
/**
 * Smallest memory of a worker. With less it does not start, because the reservations of Bun count against its limit.
 */
const smallestWorkerMemory = gibibyte / 2

const port = (name: string) =>
  Config.integer(name).pipe(
    Config.validate({ message: "must be a port, 0 to 65535", validation: (n) => n >= 0 && n <= 65_535 })
  )

const positive = (name: string) =>
  Config.integer(name).pipe(Config.validate({ message: "must be a positive integer", validation: (n) => n > 0 }))

const command = (name: string) =>
  Config.string(name).pipe(
    Config.mapOrFail((text) => Either.mapLeft(converterCommand(text), (fault) => ConfigError.InvalidData([], fault)))
  )

const logLevels: ReadonlyMap<string, LogLevel.LogLevel> = new Map([
  ["debug", LogLevel.Debug],
  ["info", LogLevel.Info],
  ["warn", LogLevel.Warning],
  ["error", LogLevel.Error],
  ["none", LogLevel.None]
])

const natural = (name: string) =>
  Config.integer(name).pipe(Config.validate({ message: "must be 0 or a positive integer", validation: (n) => n >= 0 }))

/** Two by default: one for whatever comes first, and one for what comes meanwhile. */
const warmWorkers = natural("WARM_WORKERS").pipe(Config.withDefault(2))
const workers = positive("WORKERS").pipe(Config.withDefault(availableParallelism()))

/** Settings that decide where clients reach the service; `PORT` may be 0, which picks a free one. */
const address = {
  port: port("PORT").pipe(Config.withDefault(8080)),
  publicUrl: Config.option(Config.url("PUBLIC_URL"))
}

/** Returns where clients reach a service that listens on the port, without a slash at the end. */
export const urlAt = (publicUrl: Option.Option<URL>, port: number): string =>
  Option.match(publicUrl, {
    onNone: () => `http://localhost:${port}`,
    onSome: (url) => url.href.replace(/\/$/, "")
  })

/** The URL at which clients reach the service, for commands beside it. Fails if only the running service knows it. */
export const publicUrl = Config.all(address).pipe(
  Config.mapOrFail(({ port, publicUrl }) =>
    port === 0 && Option.isNone(publicUrl)
      ? Either.left(
          ConfigError.InvalidData(["PUBLIC_URL"], "must be set, because PORT=0 does not say where the service is")
        )
      : Either.right(urlAt(publicUrl, port))
  )
)

/** The settings in the environment, except the choice of adapters. Contract section 1. */
export const configuration = Config.all({
  ...address,
  host: Config.nonEmptyString("HOST").pipe(Config.withDefault("0.0.0.0")),
  metrics: Config.all({
    port: Config.option(port("METRICS_PORT")),
    host: Config.option(Config.nonEmptyString("METRICS_HOST"))
  }).pipe(
    Config.map(({ host, port }) => ({
      port: Option.getOrElse(port, () => 9464),
      host: Option.getOrElse(host, () => "127.0.0.1"),
      isChosen: Option.isSome(port) || Option.isSome(host)
    }))
  ),
  /** Role of this process: serve, work on operations, or both. */
  role: Config.literal("all", "api", "worker")("ROLE").pipe(Config.withDefault("all")),
  maxUploadBytes: positive("MAX_UPLOAD_BYTES").pipe(Config.withDefault(limits.uploadBytes.most)),
  cacheBytes: positive("CACHE_BYTES").pipe(Config.withDefault(Math.floor(Memory.limit() / 4))),
  workers,
  warmWorkers,
  workerMemoryBytes: Config.option(
    Config.integer("WORKER_MEMORY_BYTES").pipe(
      Config.validate({
        message: `must be at least ${smallestWorkerMemory} (512 MiB)`,
        validation: (n) => n >= smallestWorkerMemory
      })
    )
  ),
  operationTimeoutSeconds: positive("OPERATION_TIMEOUT_SECONDS").pipe(Config.withDefault(1800)),
  requestsPerMinute: natural("RATE_LIMIT_PER_MINUTE").pipe(Config.withDefault(limits.requests.most)),
  converters: Config.all({
    rvt: Config.option(command("CONVERTER_RVT")),
    skp: Config.option(command("CONVERTER_SKP"))
  }).pipe(Config.map(Record.getSomes)),
  implicitSessions: Config.boolean("IMPLICIT_SESSIONS").pipe(Config.withDefault(false)),
  trustProxy: Config.boolean("TRUST_PROXY").pipe(Config.withDefault(false)),
  logLevel: Config.string("LOG_LEVEL").pipe(
    Config.mapOrFail((text) => {
      const level = logLevels.get(text.toLowerCase())
      const wrong = `must be ${[...logLevels.keys()].join(", ")}`
      return level === undefined ? Either.left(ConfigError.InvalidData([], wrong)) : Either.right(level)
    }),
    Config.withDefault(LogLevel.Info)
  ),
  logFormat: Config.literal(
    "pretty",
    "json",
    "gcp"
  )("LOG_FORMAT").pipe(Config.withDefault(process.stdout.isTTY ? "pretty" : "json")),
  /** Google Cloud project, by which the log of Google Cloud finds traces. */
  googleProject: Config.string("GOOGLE_CLOUD_PROJECT").pipe(
    Config.withDefault(""),
    Config.map((project) => (project === "" ? null : project))
  )
})

/**
 * Returns the default memory limit of one worker, in bytes: its share of `memory`, 1 to 4 GiB; all of `memory` in a
 * container that has less than that; and never less than it needs to start.
 */
export const defaultWorkerMemory = (workerCount: number, memory = Memory.limit()): number => {
  const share = Math.min(4 * gibibyte, Math.floor(memory / (workerCount + 1)))
  return Math.max(smallestWorkerMemory, Math.min(memory, Math.max(gibibyte, share)))
}

/** Returns the first wrong variable and its fault, on one line. */
export const variableFault = (error: ConfigError.ConfigError): string =>
  error._op === "And" || error._op === "Or"
    ? variableFault(error.left)
    : `${error.path.join("_")}: ${error.message}`.replaceAll(/\s+/g, " ")
