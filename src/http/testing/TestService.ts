/* oxlint-disable no-restricted-imports -- what main does for the service, this module does for the tests */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Runtime from "effect/Runtime"
import type { ConfigError } from "effect/ConfigError"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import { formats } from "../../../adapters/formats/Formats.ts"
import * as DatabaseQueue from "../../../adapters/queue/Database.ts"
import * as HttpCourier from "../../../adapters/webhooks/HttpCourier.ts"
import * as EventSignals from "../../../adapters/queue/EventSignals.ts"
import * as Repositories from "../../../adapters/storage/Repositories.ts"
import * as Folder from "../../../adapters/storage/testing/Folder.ts"
import { calculators } from "../../../calculators/Calculators.ts"
import * as Application from "../../application/Application.ts"
import type { Scope } from "../../domain/Principal.ts"
import { CalculatorCatalogue } from "../../ports/products/CalculatorCatalogue.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { ModelFormats } from "../../ports/ModelFormats.ts"
import { Settings } from "../../ports/Settings.ts"
import { UserRepository } from "../../ports/projects/UserRepository.ts"
import * as FairScheduler from "../../runtime/FairScheduler.ts"
import * as AutoChecks from "../../worker/AutoChecks.ts"
import * as DatasetDeliveries from "../../worker/DatasetDeliveries.ts"
import * as WebhookDeliveries from "../../worker/WebhookDeliveries.ts"
import * as Deliveries from "../../worker/Deliveries.ts"
import { calculateQuantities } from "../../worker/jobs/CalculateQuantities.ts"
import { deriveFiles } from "../../worker/jobs/DeriveFiles.ts"
import { dynamicProperties } from "../../worker/jobs/DynamicProperties.ts"
import { measureModel } from "../../worker/jobs/MeasureModel.ts"
import { compareModels } from "../../worker/jobs/CompareModels.ts"
import { checkModel } from "../../worker/jobs/CheckModel.ts"
import { exportModel } from "../../worker/jobs/ExportModel.ts"
import { writeDataset } from "../../worker/jobs/WriteDataset.ts"
import { importModel } from "../../worker/jobs/ImportModel.ts"
import { makeIfc } from "../../worker/jobs/MakeIfc.ts"
import { bindings } from "../Bindings.ts"
import type { Connection } from "../call/Connection.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import * as Tokens from "./Tokens.ts"
import * as Work from "./Work.ts"

/** The address at which the service believes that clients reach it. */
export const publicUrl = "http://service.test"

const settings: Settings["Type"] = {
  publicUrl,
  filesOrigin: null,
  maxUploadBytes: 64 * 1024 * 1024,
  cacheBytes: 64 * 1024 * 1024,
  workers: 1,
  // Most tests need no thread, and its start costs as much as everything else that they do.
  keepsThreadWarm: false,
  requestsPerMinute: 0,
  implicitSessions: false,
  isRegistrationOpen: false,
  converters: {}
}

type Storage = Layer.Layer<SqlClient, SqlError | ConfigError>

const portsOn = (storage: Storage, allowsPrivate: boolean) =>
  Layer.mergeAll(
    Layer.succeed(UserRepository, { register: () => Effect.void, seen: () => Effect.void }),
    Repositories.layer.pipe(Layer.provideMerge(storage)),
    MemoryBlobStore.layer,
    DatabaseQueue.layer,
    EventSignals.layer,
    HttpCourier.layer({ allowsPrivate }),
    Tokens.layer,
    Work.layer([
      importModel(formats),
      makeIfc(formats),
      measureModel,
      compareModels,
      calculateQuantities(calculators),
      dynamicProperties,
      deriveFiles(calculators),
      exportModel,
      checkModel,
      writeDataset(calculators)
    ]),
    Layer.map(MemoryBlobStore.layer, (context) =>
      Context.make(DatasetStore, {
        blobs: Context.get(context, BlobStore),
        location: "file:///datasets",
        snapshots: 100
      })
    ).pipe(Layer.fresh),
    Layer.succeed(ModelFormats, formats),
    Layer.succeed(CalculatorCatalogue, { names: calculators.map(({ name }) => name), calculators })
  )

export interface TestOptions {
  /** The settings that differ from the default. By default requests are not limited. */
  readonly settings?: Partial<Settings["Type"]>
  /** The storage of rows; by default it is in memory, on the calling thread. */
  readonly storage?: Storage
  /** Whether webhooks may be sent to this machine; by default they may not. */
  readonly webhookPrivate?: boolean
  /** Replacements for ports that must behave differently in the test. */
  readonly ports?: Layer.Layer<never>
}

const services = (options: TestOptions) =>
  Application.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        portsOn(options.storage ?? Folder.volatile("migrated"), options.webhookPrivate ?? false),
        Layer.succeed(Settings, { ...settings, ...options.settings }),
        options.ports ?? Layer.empty
      )
    )
  )

/** Every use case and every port of the service that the tests talk to. */
export type Services = Layer.Layer.Success<ReturnType<typeof services>>

export interface CallOptions {
  /** The text after `Bearer ` in the Authorization header; absent: no such header. */
  readonly token?: string
  /** This value is sent as JSON; a string, bytes and a stream of them are sent as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The whole service in this process: dispatcher, use cases, workers; a database and blobs that go with the scope. */
export interface TestService {
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** A request to a path of the service, or to a URL that it handed out. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>
  /** A token of a user; all six scopes if none are given. */
  readonly token: (user: string, scopes?: ReadonlyArray<Scope>) => string
  /** Runs an effect that uses the use cases or ports: to insert data, or to inspect stored data. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
}

const requestOf = (method: string, path: string, { body, headers, token }: CallOptions): Request =>
  new Request(new URL(path, publicUrl).href, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) })
  })

const isReady = (body: unknown): body is string | Uint8Array<ArrayBuffer> | ReadableStream =>
  typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream

/** Builds a service. Requests log nothing: tests provoke what would be worth a line. */
export const make = (options: TestOptions = {}) =>
  Effect.gen(function* () {
    const built = yield* Layer.build(
      Layer.mergeAll(Deliveries.layer, AutoChecks.layer, WebhookDeliveries.layer, DatasetDeliveries.layer).pipe(
        Layer.provideMerge(services(options))
      )
    )
    const dispatch = yield* Effect.flatMap(bindings, Dispatch.make).pipe(
      Effect.provide(built),
      Effect.withScheduler(FairScheduler.make()),
      Logger.withMinimumLogLevel(LogLevel.None)
    )
    const run = Runtime.runPromise(yield* Effect.provide(Effect.runtime<Services>(), built))
    const fetch: TestService["fetch"] = async (request, connection) => dispatch(request, connection)
    const service: TestService = {
      fetch,
      call: (method, path, call = {}) => fetch(requestOf(method, path, call)),
      token: (user, scopes) => Tokens.tokenOf(user, scopes),
      run
    }
    return service
  })
