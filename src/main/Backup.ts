import { Effect } from "effect"
import { explained } from "../../adapters/backup/BackupError.ts"
import * as Snapshot from "../../adapters/backup/Snapshot.ts"
import * as CommandLine from "./CommandLine.ts"

const usage = `Writes all that the service keeps in DATA_DIR (default ./.plinth) to one file, while it runs or not: the database and
the files as they were at one moment, and the keys. Who has the file can sign tokens: keep it safe.

usage: npm run backup -- FILE

  --help   this text`

CommandLine.run(
  "backup",
  Effect.gen(function* () {
    const asked = yield* CommandLine.fileAndFlags([])
    if (asked === null) return usage
    const { directory, file } = asked
    const { bytes, files } = yield* Effect.tryPromise({
      try: () => Snapshot.take(directory, file),
      catch: (cause) => explained("no backup was made", cause)
    })
    return `${files} files, ${bytes} bytes in ${file}`
  })
)
