import * as Cause from "effect/Cause"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import * as Adapters from "../../adapters/Adapters.ts"
import { formats } from "../../adapters/formats/Formats.ts"
import { calculators } from "../../calculators/Calculators.ts"
import { Accounts } from "../application/signin/Accounts.ts"
import { EventNews } from "../application/events/EventNews.ts"
import * as Application from "../application/Application.ts"
import { Collector } from "../application/operations/Collector.ts"
import { DatasetCollector } from "../application/dataset/DatasetCollector.ts"
import { OldModels } from "../application/imports/OldModels.ts"
import * as Garbage from "../runtime/Garbage.ts"
import * as FairScheduler from "../runtime/FairScheduler.ts"
import * as AccessLog from "../http/observe/AccessLog.ts"
import * as Bindings from "../http/Bindings.ts"
import * as Listener from "../http/call/Listener.ts"
import * as HealthHttp from "../http/handlers/HealthHttp.ts"
import * as Requests from "../http/observe/Requests.ts"
import * as MetricsListener from "../http/observe/MetricsListener.ts"
import { allOf, Observer } from "../http/observe/Observer.ts"
import * as Server from "../http/dispatch/Server.ts"
import { starting, unsendable } from "../http/dispatch/Undispatched.ts"
import { Broadcast } from "../ports/Broadcast.ts"
import { CalculatorCatalogue } from "../ports/products/CalculatorCatalogue.ts"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { ModelFormats } from "../ports/ModelFormats.ts"
import { OperationQueue } from "../ports/operations/OperationQueue.ts"
import { Settings } from "../ports/Settings.ts"
import * as Deliveries from "../worker/Deliveries.ts"
import * as ProcessPool from "../worker/ProcessPool.ts"
import * as AutoChecks from "../worker/AutoChecks.ts"
import * as DatasetDeliveries from "../worker/DatasetDeliveries.ts"
import * as WebhookDeliveries from "../worker/WebhookDeliveries.ts"
import * as Relay from "../worker/Relay.ts"
import { crashAt } from "./CrashAt.ts"
import * as Load from "./Load.ts"
import * as Logging from "./Logging.ts"
import * as Memory from "./Memory.ts"
import * as Sample from "./Sample.ts"
import { configuration, defaultWorkerMemory, urlAt, variableFault } from "./Configuration.ts"
import { firstUserLink } from "./FirstUser.ts"
import { keepPrivate, warnOfOpenness } from "./Privacy.ts"
import { warnOfProxy } from "./Proxy.ts"
import { usage, writeLines } from "./ThisProcess.ts"

keepPrivate()

const service = Effect.gen(function* () {
  const config = yield* configuration
  const directory = resolve(yield* Adapters.dataDirectory)
  const isShared = yield* Adapters.isShared
  if (config.role !== "all" && !isShared) {
    return yield* Effect.fail(ConfigError.InvalidData(["ROLE"], `${config.role} needs STORAGE=postgres`))
  }
  const serves = config.role !== "worker"
  const works = config.role !== "api"
  const signsInHere = yield* Adapters.signsInHere
  const listener = yield* Listener.make({ ...config, starting, unsendable })
  const publicUrl = urlAt(config.publicUrl, listener.port)
  const settings = Layer.succeed(Settings, {
    publicUrl,
    filesOrigin: yield* Adapters.filesOrigin,
    maxUploadBytes: config.maxUploadBytes,
    cacheBytes: config.cacheBytes,
    workers: config.workers,
    keepsThreadWarm: config.warmWorkers > 0,
    requestsPerMinute: config.requestsPerMinute,
    implicitSessions: config.implicitSessions,
    isRegistrationOpen: yield* Adapters.isRegistrationOpen,
    converters: config.converters
  })
  const pool = ProcessPool.layer({
    processes: works ? config.workers + 1 : 0,
    warm: config.warmWorkers,
    memoryBytes: Option.getOrElse(config.workerMemoryBytes, () => defaultWorkerMemory(config.workers)),
    timeoutSeconds: config.operationTimeoutSeconds,
    // Only this machine knows whether one of its processes is alive, and others may share the folder.
    directory: isShared ? join(directory, "scratch", hostname()) : join(directory, "scratch"),
    entry: join(import.meta.dir, "Worker.ts")
  })
  const ports = Layer.mergeAll(
    Adapters.storage.pipe(Layer.provide(Sample.layer), Layer.provideMerge(Adapters.layer)),
    pool,
    settings,
    Load.layer(Memory.probe(), () => Bun.gc(false)),
    Layer.scopedDiscard(Effect.forkScoped(Effect.repeat(Effect.sync(Garbage.look()), Schedule.spaced("50 millis")))),
    Layer.succeed(ModelFormats, formats),
    Layer.succeed(CalculatorCatalogue, { names: calculators.map(({ name }) => name), calculators })
  )
  const requests = Requests.make()
  const isLogged = LogLevel.lessThanEqual(config.logLevel, LogLevel.Info)
  const log = isLogged
    ? [yield* AccessLog.make({ format: config.logFormat, project: config.googleProject, write: writeLines })]
    : []
  const endpoints = serves ? Bindings.bindings : HealthHttp.bindings
  const server = Server.layer(listener, endpoints).pipe(
    Layer.provide(Layer.succeed(Observer, allOf(requests.observe, ...log)))
  )
  const metrics = MetricsListener.layer({ ...config.metrics, usage, requests: requests.metric })
  const deliveries = works
    ? Layer.mergeAll(
        Deliveries.layer,
        AutoChecks.layer,
        WebhookDeliveries.layer,
        DatasetDeliveries.layer,
        DatasetCollector.everyDay,
        Collector.everyHour,
        OldModels.always
      )
    : Layer.empty
  // The relay ends after the deliveries, so that it sends what they give back at their end.
  const work = deliveries.pipe(Layer.provideMerge(Relay.layer))
  const sameKeys = serves ? Layer.effectDiscard(Adapters.sameKeys) : Layer.empty
  const everything = Layer.mergeAll(server, metrics, work).pipe(
    Layer.provideMerge(Application.layer),
    Layer.provide(sameKeys),
    Layer.provideMerge(ports)
  )
  const built = yield* Layer.build(everything)
  const { leave } = Context.get(built, OperationQueue)
  const { end } = Context.get(built, EventNews)
  // This finalizer is added last, so it runs first: everything that requests in flight need is still there.
  yield* Effect.addFinalizer(() =>
    Effect.all([listener.drain, leave, end], { concurrency: "unbounded", discard: true })
  )
  const invitation = signsInHere && serves ? yield* Context.get(built, Accounts).invite : null
  yield* Effect.logInfo(`Plinth serves on ${publicUrl}`).pipe(
    Effect.annotateLogs({ port: listener.port, role: config.role })
  )
  yield* warnOfOpenness(directory)
  if (works) yield* warnOfProxy
  if (invitation !== null) {
    // The secret is logged on purpose: it works once, and only while there is no user. This line is last so that it is
    // seen.
    yield* Effect.logInfo(`There is no user yet. Make the first one at ${firstUserLink(publicUrl, invitation)}`)
  }
  return yield* Effect.never
})

/** Returns one line that names what stops the start. */
const explain = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (ConfigError.isConfigError(error)) return variableFault(error)
  return error instanceof Error ? error.message.split("\n", 1)[0]! : JSON.stringify(error)
}

const logging = Layer.unwrapEffect(
  Effect.map(configuration, ({ googleProject, logFormat, logLevel }) =>
    Layer.merge(Logging.layer(logFormat, googleProject), Logger.minimumLogLevel(logLevel))
  )
)

const fiber = Effect.runFork(
  crashAt.pipe(
    Effect.flatMap((faults) => Effect.provideService(Effect.scoped(service), FaultPoints, faults)),
    Effect.provideServiceEffect(Broadcast, Adapters.broadcast),
    // These layers are built first, so they end last: spans of the end are taken too.
    Effect.provide(Layer.provideMerge(Adapters.tracing, logging)),
    Effect.withConfigProvider(ConfigProvider.fromEnv()),
    // Only a few spans are made, by name (ports/Tracing.ts): one for each function and statement would cost too much.
    Effect.withTracerEnabled(false)
  ),
  { scheduler: FairScheduler.make() }
)

/** Timeout of the shutdown, in milliseconds: platforms kill soon after ten seconds. */
const longestStop = 8500
/**
 * Milliseconds in which a second signal is ignored: npm forwards the terminal's signal, which this process has received
 * already.
 */
const sameSignal = 200

let stoppingSince: number | null = null
const stop = () => {
  if (stoppingSince !== null) {
    if (performance.now() - stoppingSince > sameSignal) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  setTimeout(() => {
    process.stderr.write("plinth: stopped without waiting any longer\n")
    process.exit(0)
  }, longestStop)
  Effect.runFork(fiber.interruptAsFork(fiber.id()))
}
process.on("SIGTERM", stop)
process.on("SIGINT", stop)

fiber.addObserver((exit) => {
  if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
    process.stderr.write(`plinth: ${explain(exit.cause)}\n`)
    process.exit(1)
  }
  process.exit(0)
})
