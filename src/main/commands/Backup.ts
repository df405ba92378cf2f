import * as Effect from "effect/Effect"
import { explained } from "../../../adapters/backup/BackupError.ts"
import * as Adapters from "../../../adapters/Adapters.ts"
import * as Snapshot from "../../../adapters/backup/Snapshot.ts"
import * as CommandLine from "../CommandLine.ts"

const usage = `Writes all that the service keeps in DATA_DIR (default ./.plinth) to one file, while it runs or not: the database and
the files as they were at one moment, and the keys. Who can read the file can sign tokens: keep it safe, or encrypt it
with BACKUP_PASSPHRASE, which restore asks for again.

usage: npm run backup -- FILE

  --help   this text`

export const backup = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const asked = yield* CommandLine.fileAndFlags(args, [])
    if (asked === null) return usage
    const { directory, file } = asked
    const passphrase = yield* Adapters.backupPassphrase
    const { bytes, files } = yield* Effect.tryPromise({
      try: () => Snapshot.take(directory, file, passphrase),
      catch: (cause) => explained("no backup was made", cause)
    })
    return `${files} files, ${bytes} bytes${passphrase === null ? "" : ", encrypted,"} in ${file}`
  })
