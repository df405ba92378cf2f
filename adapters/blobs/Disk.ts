import type { FileHandle } from "node:fs/promises"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BlobNotFound, BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"

export const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

/** Returns a system error with a code. */
export const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code })

const attempt = <A, E>(work: () => Promise<A>, or: (cause: unknown) => Effect.Effect<A, E>) =>
  Effect.tryPromise({ try: work, catch: (cause) => ({ cause }) }).pipe(
    Effect.catchAll(({ cause }) => or(cause)),
    Effect.uninterruptible
  )

const unavailable = (cause: unknown): Effect.Effect<never, BlobStoreUnavailable> =>
  Effect.zipRight(Effect.logWarning("Blob store failed", cause), new BlobStoreUnavailable({ reason: codeOf(cause) }))

/** Runs work on files. It is uninterruptible, because a handle must not be closed while a call on it is running. */
export const io = <A>(work: () => Promise<A>): Effect.Effect<A, BlobStoreUnavailable> => attempt(work, unavailable)

/** Runs work on the file of a blob. Fails with `BlobNotFound` if the file does not exist; otherwise as `io`. */
export const ioOf = <A>(key: string, work: () => Promise<A>): Effect.Effect<A, BlobNotFound | BlobStoreUnavailable> =>
  attempt<A, BlobNotFound | BlobStoreUnavailable>(work, (cause) =>
    codeOf(cause) === "ENOENT" ? new BlobNotFound({ key }) : unavailable(cause)
  )

/** Opens a file and closes it when the scope closes. */
export const opened = <E>(file: Effect.Effect<FileHandle, E>): Effect.Effect<FileHandle, E, Scope.Scope> =>
  Effect.acquireRelease(file, (handle) => Effect.ignore(io(() => handle.close())))

export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
  }
}

/** Fills `bytes` from the file at `position`. Throws if the file ends before. */
export const readAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done)
    if (bytesRead === 0) throw failure("the file is too short", "EIO")
    done += bytesRead
  }
}
