import { Config, Data, Effect, Layer, Option } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { OperationRepository } from "../src/ports/OperationRepository.ts"
import { UploadRepository } from "../src/ports/UploadRepository.ts"
import * as LocalIssuer from "./auth/Local.ts"
import * as Restoration from "./backup/Restoration.ts"
import * as Snapshot from "./backup/Snapshot.ts"
import * as DiskSpace from "./blobs/DiskSpace.ts"
import * as FileSystemBlobStore from "./blobs/FileSystem.ts"
import * as DatabaseQueue from "./queue/Database.ts"
import * as KafkaConfiguration from "./queue/kafka/Configuration.ts"
import * as KafkaQueue from "./queue/kafka/Kafka.ts"
import * as DirectoryLock from "./storage/sqlite/DirectoryLock.ts"
import * as Repositories from "./storage/Repositories.ts"
import * as Sqlite from "./storage/sqlite/Sqlite.ts"
import * as UserRepository from "./storage/projects/UserRepository.ts"

/** Where the embedded adapters keep everything. */
export const dataDirectory = Config.nonEmptyString("DATA_DIR").pipe(Config.withDefault("./.plinth"))

/** What backups are encrypted with, where they are. */
export const backupPassphrase = Config.string("BACKUP_PASSPHRASE").pipe(
  Config.validate({ message: "must not be empty", validation: (text) => text !== "" }),
  Config.option,
  Config.map(Option.getOrNull)
)

const choose = <Names extends ReadonlyArray<string>>(variable: string, ...names: Names) =>
  Config.literal(...names)(variable).pipe(Config.withDefault(names[0]!))

/** The folder is this process's alone, so whoever had work in hand, or was uploading, has gone. */
const takeUp = Effect.gen(function* () {
  yield* (yield* UploadRepository).takeUp
  const count = yield* (yield* OperationRepository).takeUp
  if (count > 0)
    yield* Effect.logInfo("Work of an earlier process is taken up again").pipe(Effect.annotateLogs({ count }))
})

/** The repositories. They want the sample model, whose files lie in the blob store. */
export const storage = Layer.unwrapEffect(
  Effect.map(Config.all([choose("STORAGE", "sqlite"), dataDirectory]), ([, directory]) =>
    Layer.effectDiscard(takeUp).pipe(
      Layer.provideMerge(Layer.merge(Repositories.layer, UserRepository.layer)),
      Layer.provide(Sqlite.layer({ directory })),
      Layer.provide(Restoration.layerFinished({ directory })),
      Layer.provide(DirectoryLock.layer({ directory }))
    )
  )
)

/** There is nothing to look at. */
class NoData extends Data.TaggedError("NoData")<{ readonly message: string }> {}

/** The rows alone, for commands that look at them while the service runs or does not. Fails where there are none. */
export const rows = Layer.unwrapEffect(
  Effect.flatMap(Config.all([choose("STORAGE", "sqlite"), dataDirectory]), ([, directory]) =>
    existsSync(join(directory, Snapshot.database))
      ? Effect.succeed(Sqlite.layer({ directory }))
      : new NoData({ message: `DATA_DIR: ${directory} holds no data` })
  )
)

const blobs = Layer.unwrapEffect(
  Effect.map(Config.all([choose("BLOBS", "filesystem"), dataDirectory]), ([, directory]) =>
    FileSystemBlobStore.layer({ directory: join(directory, "blobs") })
  )
)

const queueName = choose("QUEUE", "database", "kafka")

const queue = Layer.unwrapEffect(
  Effect.gen(function* () {
    return (yield* queueName) === "kafka"
      ? KafkaQueue.layer(yield* KafkaConfiguration.configuration)
      : DatabaseQueue.layer
  })
)

/** Who listens to operations, as the environment says. */
export const broadcast = Config.map(queueName, (name) => ({ isOn: name === "kafka" }))

const auth = Layer.unwrapEffect(
  Effect.map(Config.all([choose("AUTH", "local"), dataDirectory]), ([, directory]) => LocalIssuer.layer({ directory }))
)

const space = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => DiskSpace.layer({ directory })))

/** One module behind each other port, as the environment says. A wrong value stops the start with the variable's name. */
export const layer = Layer.mergeAll(blobs, queue, auth, space)
