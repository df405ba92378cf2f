import * as Effect from "effect/Effect"
import { explained } from "../../../adapters/backup/BackupError.ts"
import * as Adapters from "../../../adapters/Adapters.ts"
import * as Restoration from "../../../adapters/backup/Restoration.ts"
import * as DirectoryLock from "../../../adapters/storage/sqlite/DirectoryLock.ts"
import * as CommandLine from "../CommandLine.ts"

const usage = `Makes DATA_DIR (default ./.plinth) what it was when the backup was taken. The service must not run.
BACKUP_PASSPHRASE must say what an encrypted backup was made with.

usage: npm run restore -- FILE [--force]

  --force   replaces what DATA_DIR holds
  --help    this text`

export const restore = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const asked = yield* CommandLine.fileAndFlags(args, ["force"])
    if (asked === null) return usage
    const { directory, file, has } = asked
    const passphrase = yield* Adapters.backupPassphrase
    yield* DirectoryLock.acquire(directory)
    const files = yield* Effect.tryPromise({
      try: () => Restoration.restore(directory, file, { force: has("force"), passphrase }),
      catch: (cause) => explained("nothing was restored", cause)
    })
    return `${files} files in ${directory}`
  }).pipe(Effect.scoped)
