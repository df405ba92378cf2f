import { test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { blobStoreContract } from "./BlobStore.contract.ts"
import * as FileSystem from "./FileSystem.ts"
import * as Emulator from "./gcs/testing/Emulator.ts"
import * as Memory from "./testing/Memory.ts"

const onTemporaryFolder = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  ).pipe(Effect.map((directory) => FileSystem.layer({ directory: join(directory, "blobs") })))
)
const quiet = Logger.remove(Logger.defaultLogger)

blobStoreContract("memory", Layer.provideMerge(Memory.layer, quiet))
blobStoreContract("file system", Layer.provideMerge(onTemporaryFolder, quiet))
if (Emulator.emulator === null) test.skip(Emulator.without, () => {})
else blobStoreContract("Google Cloud Storage", Layer.provideMerge(Emulator.layer(Emulator.emulator), quiet))
