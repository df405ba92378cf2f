/**
 * Runs a worker process whose calculations only wait 200 ms, so that a benchmark measures the cost of distributing
 * work. Everything else is that of the service, with the same layers and variables. Prints a line when it is ready.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Adapters from "../adapters/Adapters.ts"
import { formats } from "../adapters/formats/Formats.ts"
import { calculators } from "../calculators/Calculators.ts"
import * as Application from "../src/application/Application.ts"
import * as Sample from "../src/main/Sample.ts"
import { CalculatorCatalogue } from "../src/ports/products/CalculatorCatalogue.ts"
import { Computation } from "../src/ports/Computation.ts"
import { calculatedFile } from "../src/ports/operations/Jobs.ts"
import { ModelFormats } from "../src/ports/ModelFormats.ts"
import { Settings } from "../src/ports/Settings.ts"
import * as Deliveries from "../src/worker/Deliveries.ts"

const computation = Layer.succeed(Computation, {
  run: ((_: unknown, { scratch }: { readonly scratch: string }) =>
    Effect.zipRight(
      Effect.sleep("200 millis"),
      Effect.promise(() => writeFile(join(scratch, calculatedFile), "{}"))
    )) as unknown as Computation["Type"]["run"],
  scratch: Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "plinth-sleeping-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  ),
  state: Effect.succeed({ alive: 1, busy: 0, wanted: 1 })
})

const ports = Layer.mergeAll(
  Adapters.storage.pipe(Layer.provide(Sample.layer), Layer.provideMerge(Adapters.layer)),
  computation,
  Layer.succeed(Settings, {
    publicUrl: "http://localhost",
    filesOrigin: null,
    maxUploadBytes: 1024 ** 3,
    cacheBytes: 1024 ** 2,
    workers: 1,
    keepsThreadWarm: true,
    requestsPerMinute: 0,
    implicitSessions: false,
    isRegistrationOpen: false,
    converters: {}
  }),
  Layer.succeed(ModelFormats, formats),
  Layer.succeed(CalculatorCatalogue, { names: calculators.map(({ name }) => name), calculators })
)

Effect.runFork(
  Layer.build(Deliveries.layer.pipe(Layer.provide(Application.layer), Layer.provide(ports))).pipe(
    Effect.zipRight(Effect.sync(() => console.log("works"))),
    Effect.zipRight(Effect.never),
    Effect.scoped,
    Effect.provide(Logger.minimumLogLevel(LogLevel.None)),
    Effect.withConfigProvider(ConfigProvider.fromEnv())
  )
)
