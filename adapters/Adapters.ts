import { Config, ConfigError, Data, Effect, Either, Layer, Option, Redacted } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Authenticator } from "../src/ports/Authenticator.ts"
import * as LocalIssuer from "./auth/Local.ts"
import * as OidcIssuer from "./auth/Oidc.ts"
import * as OidcSettings from "./auth/OidcSettings.ts"
import * as Snapshot from "./backup/Snapshot.ts"
import * as DiskSpace from "./blobs/DiskSpace.ts"
import * as FileSystemBlobStore from "./blobs/FileSystem.ts"
import * as DatabaseQueue from "./queue/Database.ts"
import * as Embedded from "./storage/Embedded.ts"
import * as Postgres from "./storage/postgres/Postgres.ts"
import * as Shared from "./storage/Shared.ts"
import * as Sqlite from "./storage/sqlite/Sqlite.ts"

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

const storageName = choose("STORAGE", "sqlite", "postgres")

const databaseUrl = Config.url("DATABASE_URL").pipe(
  Config.validate({
    message: "must begin with postgres:// or postgresql://",
    validation: ({ protocol }) => /^postgres(?:ql)?:$/.test(protocol)
  }),
  Config.map((url) => Redacted.make(url.href))
)

/** Whether several processes may serve and work on the storage. */
export const isShared = Config.map(storageName, (name) => name === "postgres")

const embedded = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => Embedded.layer({ directory })))
const shared = Layer.unwrapEffect(Effect.map(databaseUrl, (url) => Shared.layer({ url })))

/** The repositories. They want the sample model, whose files lie in the blob store. */
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

/** There is nothing to look at. */
class NoData extends Data.TaggedError("NoData")<{ readonly message: string }> {}

/** The rows alone, for commands that look at them while the service runs or does not. Fails where there are none. */
export const rows = Layer.unwrapEffect(
  Effect.gen(function* () {
    if (yield* isShared) return Postgres.layer({ url: yield* databaseUrl, connections: 2 })
    const directory = yield* dataDirectory
    return existsSync(join(directory, Snapshot.database))
      ? Sqlite.layer({ directory })
      : yield* new NoData({ message: `DATA_DIR: ${directory} holds no data` })
  })
)

/** The folder of the embedded adapters, for who copies it whole. A wrong variable where rows are kept elsewhere. */
export const wholeDirectory = Config.all([storageName, dataDirectory]).pipe(
  Config.mapOrFail(([name, directory]) =>
    name === "sqlite"
      ? Either.right(directory)
      : Either.left(ConfigError.InvalidData(["STORAGE"], `${name} is backed up and restored by its own tools`))
  )
)

const blobs = Layer.unwrapEffect(
  Effect.map(Config.all([choose("BLOBS", "filesystem"), dataDirectory]), ([, directory]) =>
    FileSystemBlobStore.layer({ directory: join(directory, "blobs") })
  )
)

const queue = Layer.unwrapEffect(Effect.map(choose("QUEUE", "database"), () => DatabaseQueue.layer))

type AuthFailure = Layer.Layer.Error<typeof localIssuer | typeof oidcIssuer>

const localIssuer = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => LocalIssuer.layer({ directory })))
const oidcIssuer = Layer.unwrapEffect(Effect.map(OidcSettings.config, OidcIssuer.layer))

const auth = Layer.unwrapEffect(
  Effect.map(choose("AUTH", "local", "oidc"), (name): Layer.Layer<Authenticator, AuthFailure> =>
    name === "oidc" ? oidcIssuer : localIssuer
  )
)

const space = Layer.unwrapEffect(Effect.map(dataDirectory, (directory) => DiskSpace.layer({ directory })))

/** One module behind each other port, as the environment says. A wrong value stops the start with the variable's name. */
export const layer = Layer.mergeAll(blobs, queue, auth, space)
