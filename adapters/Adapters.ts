import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Authenticator } from "../src/ports/signin/Authenticator.ts"
import { DatasetStore } from "../src/ports/dataset/DatasetStore.ts"
import type { BlobStore } from "../src/ports/BlobStore.ts"
import type { TokenIssuer } from "../src/ports/signin/TokenIssuer.ts"
import * as LocalIssuer from "./auth/Local.ts"
import * as OidcSettings from "./auth/OidcSettings.ts"
import * as SharedKeys from "./auth/SharedKeys.ts"
import * as Snapshot from "./backup/Snapshot.ts"
import * as DiskSpace from "./blobs/DiskSpace.ts"
import * as FileSystemBlobStore from "./blobs/FileSystem.ts"
import * as EventSignals from "./queue/EventSignals.ts"
import * as DatabaseQueue from "./queue/Database.ts"
import * as Embedded from "./storage/Embedded.ts"
import * as Restoration from "./backup/Restoration.ts"
import * as KafkaConfiguration from "./queue/kafka/Configuration.ts"
import * as DirectoryLock from "./storage/sqlite/DirectoryLock.ts"
import * as Repositories from "./storage/Repositories.ts"
import * as Sqlite from "./storage/sqlite/Sqlite.ts"
import * as HttpCourier from "./webhooks/HttpCourier.ts"
import * as TracingConfiguration from "./tracing/Configuration.ts"

/** The folder in which the embedded adapters keep all their data. */
export const dataDirectory = Config.nonEmptyString("DATA_DIR").pipe(Config.withDefault("./.plinth"))

/**
 * Imports a module that only some deployments use. The client of another server takes a tenth of a second to load, and
 * neither commands nor deployments that do not use it should wait for that.
 */
const loaded = <A>(load: () => Promise<A>): Effect.Effect<A> => Effect.promise(load)

const loadedPostgres = loaded(() => import("./storage/postgres/Postgres.ts"))

/** The passphrase that encrypts backups, or null if there is none. */
export const backupPassphrase = Config.string("BACKUP_PASSPHRASE").pipe(
  Config.validate({ message: "must not be empty", validation: (text) => text !== "" }),
  Config.option,
  Config.map(Option.getOrNull)
)

const choose = <Names extends ReadonlyArray<string>>(variable: string, ...names: Names) =>
  Config.literal(...names)(variable).pipe(Config.withDefault(names[0]!))

const storageName = choose("STORAGE", "sqlite", "postgres")

const databaseUrl = Config.url("DATABASE_URL").pipe(
  Config.validate({
    message: "must begin with postgres:// or postgresql://",
    validation: ({ protocol }) => /^postgres(?:ql)?:$/.test(protocol)
  }),
  Config.map((url) => Redacted.make(url.href))
)

/** Whether several processes may share the storage, to serve requests or to work on jobs. */
export const isShared = Config.map(storageName, (name) => name === "postgres")

const embedded = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => Embedded.layer({ directory })))
const shared = Layer.unwrapEffect(
  Effect.gen(function* () {
    const Shared = yield* loaded(() => import("./storage/Shared.ts"))
    return Shared.layer({ url: yield* databaseUrl })
  })
)

/** The repositories. They require the sample model, whose files are in the blob store. */
export const storage = Layer.unwrapEffect(
  Effect.map(
    isShared,
    (
      is
    ): Layer.Layer<
      Layer.Layer.Success<typeof shared>,
      Layer.Layer.Error<typeof shared | typeof embedded>,
      Layer.Layer.Context<typeof shared>
    > => (is ? shared : embedded)
  )
)

/** There is no data to read. */
class NoData extends Data.TaggedError("NoData")<{ readonly message: string }> {}

/**
 * The rows alone, for commands that read them whether or not the service is running. Fails with `NoData` if the data
 * directory holds no database.
 */
export const rows = Layer.unwrapEffect(
  Effect.gen(function* () {
    // Such a command may run long statements.
    const options = { connections: 2, statementMillis: Number.POSITIVE_INFINITY }
    if (yield* isShared) return (yield* loadedPostgres).layer({ url: yield* databaseUrl, ...options })
    const directory = yield* dataDirectory
    return existsSync(join(directory, Snapshot.database))
      ? Sqlite.layer({ directory })
      : yield* new NoData({ message: `DATA_DIR: ${directory} holds no data` })
  })
)

/** The kind of blob store. */
const blobStore = choose("BLOBS", "filesystem", "gcs")

/** The origin of URLs signed by Google Cloud Storage. */
const googleOrigin = "https://storage.googleapis.com"

const bucket = Config.all({
  bucket: Config.string("GCS_BUCKET").pipe(
    Config.validate({
      message: "must be the name of a bucket",
      validation: (name) => /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(name)
    })
  ),
  endpoint: Config.url("GCS_API_ENDPOINT").pipe(
    Config.validate({
      message: "must be an http or https URL without a path",
      validation: ({ pathname, protocol, search }) => /^https?:$/.test(protocol) && pathname === "/" && search === ""
    }),
    Config.map(({ origin }) => origin),
    Config.option,
    Config.map(Option.getOrUndefined)
  )
})

/**
 * The origin of the bucket, to which browsers upload files and from which they download them; null if all files go
 * through the service.
 */
export const filesOrigin = Effect.flatMap(blobStore, (name) =>
  name === "gcs" ? Effect.map(bucket, ({ endpoint }) => endpoint ?? googleOrigin) : Effect.succeed(null)
)

const files = Layer.unwrapEffect(
  Effect.map(dataDirectory, (directory) => FileSystemBlobStore.layer({ directory: join(directory, "blobs") }))
)

const objects = Layer.unwrapEffect(
  Effect.gen(function* () {
    const options = yield* bucket
    const Gcs = yield* loaded(() => import("./blobs/Gcs.ts"))
    return Gcs.layer(options)
  })
)

const accessToDatabase = Layer.unwrapEffect(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    const Postgres = yield* loadedPostgres
    const Prepared = yield* loaded(() => import("./storage/postgres/Prepared.ts"))
    return Repositories.layer.pipe(
      Layer.provide(Postgres.layer({ url, connections: 2 })),
      Layer.provide(Prepared.layer({ url }))
    )
  })
)
const accessToFolder = Layer.unwrapEffect(
  Effect.map(dataDirectory, (directory) => {
    const file = Sqlite.layer({ directory }).pipe(Layer.provide(Restoration.layerFinished({ directory })))
    // If a service is running, the database exists, and that service holds the lock.
    const isThere = existsSync(join(directory, Snapshot.database))
    return Repositories.layer.pipe(
      Layer.provide(isThere ? file : Layer.provide(file, DirectoryLock.layer({ directory })))
    )
  })
)
type AccessFailure = Layer.Layer.Error<typeof accessToDatabase | typeof accessToFolder>

/**
 * The repositories for commands that change sign-in data, whether or not the service is running. The database is
 * created if there is none. Fails as the start of the service does, except that a folder in use is no failure.
 */
export const access = Layer.unwrapEffect(
  Effect.map(isShared, (is): Layer.Layer<Layer.Layer.Success<typeof accessToFolder>, AccessFailure> =>
    is ? accessToDatabase : accessToFolder
  )
)

const blobs = Layer.unwrapEffect(
  Effect.map(blobStore, (name): Layer.Layer<BlobStore, Layer.Layer.Error<typeof files | typeof objects>> =>
    name === "filesystem" ? files : objects
  )
)

/**
 * The folder of the embedded adapters, for backup and restore of the whole folder. Fails with a `ConfigError` that
 * names the variable if part of the data is kept elsewhere.
 */
export const wholeDirectory = Config.all([storageName, blobStore, dataDirectory]).pipe(
  Config.mapOrFail(([storage, blobs, directory]) => {
    const elsewhere = (variable: string, what: string) =>
      Either.left(ConfigError.InvalidData([variable], `${what}, which are backed up and restored by their own means`))
    if (storage !== "sqlite") return elsewhere("STORAGE", `with ${storage} the rows lie in a database`)
    if (blobs !== "filesystem") return elsewhere("BLOBS", `with ${blobs} the files lie in a bucket`)
    return Either.right(directory)
  })
)

const queueName = choose("QUEUE", "database", "kafka")

const queue = Layer.unwrapEffect(
  Effect.gen(function* () {
    if ((yield* queueName) === "kafka") {
      const options = yield* KafkaConfiguration.configuration
      return (yield* loaded(() => import("./queue/kafka/Kafka.ts"))).layer(options)
    }
    return (yield* isShared) ? DatabaseQueue.layerShared({ url: yield* databaseUrl }) : DatabaseQueue.layer
  })
)

/** The signal that a process gives itself, and the others that share its storage, after changes. */
const signal = Layer.unwrapEffect(
  Effect.flatMap(isShared, (is) =>
    is
      ? Effect.map(databaseUrl, (url) => EventSignals.layerShared({ url }))
      : Effect.succeed<ReturnType<typeof EventSignals.layerShared>>(EventSignals.layer)
  )
)

/** Whether operations are also published as messages, which is the case if `QUEUE` is kafka. */
export const broadcast = Config.map(queueName, (name) => ({ isOn: name === "kafka" }))

const authName = choose("AUTH", "local", "oidc")

type AuthFailure = Layer.Layer.Error<typeof localIssuer | typeof oidcIssuer>

const localIssuer = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => LocalIssuer.layer({ directory })))
/** Whether programs may register themselves as OAuth clients. Contract section 19. */
export const isRegistrationOpen = Config.map(choose("CLIENT_REGISTRATION", "off", "open"), (value) => value === "open")

const oidcIssuer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* OidcSettings.config
    const OidcIssuer = yield* loaded(() => import("./auth/Oidc.ts"))
    return OidcIssuer.layer(settings, (yield* isRegistrationOpen) ? yield* dataDirectory : null)
  })
)

/** Whether users sign in at this service, with passwords that it manages itself. */
export const signsInHere = Config.map(authName, (name) => name === "local")

/**
 * Makes sure that processes which share the storage and issue their own tokens have the same keys. Fails as
 * `SharedKeys.demand`.
 */
export const sameKeys = Effect.gen(function* () {
  const issues = (yield* signsInHere) || (yield* isRegistrationOpen)
  if ((yield* isShared) && issues) yield* SharedKeys.demand(yield* dataDirectory)
})

const auth = Layer.unwrapEffect(
  Effect.map(authName, (name): Layer.Layer<Authenticator | TokenIssuer, AuthFailure> =>
    name === "oidc" ? oidcIssuer : localIssuer
  )
)

/** The exporter of spans that the environment configures; an empty layer if it configures none. */
export const tracing = Layer.unwrapEffect(
  Effect.flatMap(TracingConfiguration.configuration, (options) =>
    options === null
      ? Effect.succeed(Layer.empty)
      : Effect.map(
          loaded(() => import("./tracing/Otlp.ts")),
          (Otlp) => Otlp.layer(options)
        )
  )
)

const space = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => DiskSpace.layer({ directory })))

const courier = Layer.unwrapEffect(
  Effect.map(Config.boolean("WEBHOOK_PRIVATE").pipe(Config.withDefault(false)), (allowsPrivate) =>
    HttpCourier.layer({ allowsPrivate })
  )
)

/** The place of the open datasets, or null if the environment turns them off or names none that they can have. */
const datasets = Layer.scoped(
  DatasetStore,
  Effect.gen(function* () {
    if ((yield* choose("DATASET", "on", "off")) === "off") return null
    const snapshots = yield* Config.integer("DATASET_SNAPSHOTS").pipe(
      Config.validate({ message: "must be from 1 to 10000", validation: (count) => count >= 1 && count <= 10_000 }),
      Config.withDefault(100)
    )
    const place = yield* Config.option(Config.nonEmptyString("DATASET_LOCATION"))
    const refused = (reason: string) => Effect.fail(ConfigError.InvalidData(["DATASET_LOCATION"], reason))
    if ((yield* blobStore) === "filesystem") {
      const data = yield* dataDirectory
      const directory = resolve(Option.getOrElse(place, () => join(data, "dataset")))
      if (/^[a-z]+:\/\//.test(Option.getOrElse(place, () => ""))) return yield* refused("must be a folder")
      return { blobs: yield* FileSystemBlobStore.make(directory, ""), location: `file://${directory}`, snapshots }
    }
    if (Option.isNone(place)) {
      yield* Effect.logWarning("There are no open datasets: DATASET_LOCATION names no bucket (gs://…)")
      return null
    }
    const name = /^gs:\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])\/?$/.exec(place.value)?.[1]
    if (name === undefined) return yield* refused("must be a bucket: gs:// and its name")
    const files = yield* bucket
    // Engines that read the bucket must not reach uploads.
    if (name === files.bucket) return yield* refused("must be another bucket than GCS_BUCKET")
    const Gcs = yield* loaded(() => import("./blobs/Gcs.ts"))
    const blobs = yield* Gcs.make({ ...files, bucket: name })
    return { blobs, location: `gs://${name}`, snapshots }
  })
)

/**
 * The adapters of all other ports, as the environment configures them. A wrong value stops the start with an error that
 * names the variable.
 */
export const layer = Layer.mergeAll(blobs, datasets, queue, signal, auth, space, courier)
