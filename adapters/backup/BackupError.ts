import * as Data from "effect/Data"

/** A backup could not be taken or restored. The message is one line for the operator. */
export class BackupError extends Data.TaggedError("BackupError")<{ readonly message: string }> {}

export const damaged = () => new BackupError({ message: "the backup is damaged or cut short" })

/** Returns a system error as a `BackupError` with a message of one line. */
export const explained = (doing: string, cause: unknown): BackupError =>
  cause instanceof BackupError
    ? cause
    : new BackupError({
        message: `${doing}: ${cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause)}`
      })
