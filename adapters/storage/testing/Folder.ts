import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sqlite from "../sqlite/Sqlite.ts"
import * as Template from "./Template.ts"

/** The initial content of a test's database: nothing, or the tables of this release without rows. */
export type Content = "empty" | "migrated"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-storage-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

const layerOf = (mode: Sqlite.Mode, content: Content) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const directory = yield* temporary
      if (content === "migrated") yield* Template.copyTo(directory)
      return Sqlite.layer({ directory, mode })
    })
  )

/** SQLite as the service uses it, on threads of its own, in a folder that is removed with the layer. */
export const durable = (content: Content) => layerOf("durable", content)

/** SQLite on the calling thread, which never waits for the disk, in a folder that is removed with the layer. */
export const volatile = (content: Content) => layerOf("volatile", content)
