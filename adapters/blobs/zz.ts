import { Effect, Stream, Layer } from "effect"
import { SqlClient } from "@effect/sql"
import { BlobStore } from "/work/main/src/ports/BlobStore.ts"
import * as FileSystem from "/work/main/adapters/blobs/FileSystem.ts"
await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
  const s = yield* Layer.build(FileSystem.layer({ directory: "/tmp/sb/blobs" }))
  yield* Effect.gen(function* () { const b = yield* BlobStore
    process.stderr.write("START\n")
    const r = yield* Effect.exit(b.put("x/y/z", Stream.make(new Uint8Array(10000), new Uint8Array(5000))))
    console.log(JSON.stringify(r))
    process.stderr.write("END\n")
    console.log(JSON.stringify(yield* Effect.exit(b.info("x/y/z"))), (yield* Stream.runCount(b.list(""))))
  }).pipe(Effect.provide(s))
})))
