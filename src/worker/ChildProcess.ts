import process from "node:process"
import { Deferred, Effect, FiberId, type Scope } from "effect"
import type { JobCrashed } from "../ports/Computation.ts"
import * as Crash from "./Crash.ts"
import * as Heartbeat from "./Heartbeat.ts"
import { environment, type Launcher } from "./Limits.ts"
import { capture } from "./Output.ts"
import { type Message, PULSE_DESCRIPTOR, type Task } from "./Protocol.ts"

export interface ChildOptions {
  /** Module that calls `serve`. */
  readonly entry: string
  /** An existing folder, the child's own. */
  readonly home: string
  readonly launcher: Launcher
  /** Bytes of resident size above which it is killed, where the launcher sets no limit. */
  readonly memoryBytes: number
  readonly pingMillis: number
  readonly silenceMillis: number
  readonly startMillis: number
}

/** Gets what the child says while it has a job. */
interface Listener {
  readonly onMessage: (message: Message) => void
  readonly onPong: () => void
}

export interface ChildProcess {
  readonly pid: number
  /** Succeeds as soon as the child takes jobs; fails when it dies before. */
  readonly ready: Effect.Effect<void, JobCrashed>
  /** Waits for the end of the process and gives why it ended. */
  readonly end: Effect.Effect<JobCrashed>
  /** Kills the process with all that it started. The first reason given is the one that counts. */
  readonly kill: (reason: JobCrashed) => void
  /** Sends the task; the listener is heard until the next call. */
  readonly send: (task: Task, listener: Listener) => void
  readonly forget: () => void
  /** What it has written to its streams since the last call. */
  readonly output: () => { readonly stdout: string | null; readonly stderr: string | null }
  readonly drained: Effect.Effect<void>
}

/** Negative: the whole process group, so that a converter does not outlive the child that called it. */
const killGroup = (pid: number) => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // Nobody is left.
  }
}

const spawn = (options: ChildOptions): ChildProcess => {
  const ready = Deferred.unsafeMake<void, JobCrashed>(FiberId.none)
  const end = Deferred.unsafeMake<JobCrashed>(FiberId.none)
  let killedFor: JobCrashed | null = null
  let listener: Listener | null = null

  const child = Bun.spawn([...options.launcher.prefix, process.execPath, "--no-install", options.entry], {
    cwd: options.home,
    env: environment(options.home),
    stdio: ["ignore", "pipe", "pipe", "socket-fd"],
    detached: true,
    serialization: "advanced",
    ipc: (message: Message) => {
      if (message.type === "ready") Deferred.unsafeDone(ready, Effect.void)
      else listener?.onMessage(message)
    },
    onExit: (_, code) => {
      heartbeat.stop()
      killGroup(child.pid)
      const reason = killedFor ?? Crash.causeOf(code, child.signalCode === null ? null : String(child.signalCode))
      Deferred.unsafeDone(ready, Effect.fail(reason))
      Deferred.unsafeDone(end, Effect.succeed(reason))
    }
  })
  const kill = (reason: JobCrashed) => {
    killedFor ??= reason
    if (child.exitCode !== null || child.signalCode !== null) return
    killGroup(child.pid)
    child.kill("SIGKILL")
  }
  const heartbeat = Heartbeat.start(child.stdio[PULSE_DESCRIPTOR]!, {
    ...options,
    onPong: (resident) => {
      if (!options.launcher.memoryIsLimited && resident > options.memoryBytes) return kill(Crash.outOfMemory)
      listener?.onPong()
    },
    onSilence: () => kill(Crash.silent(options.silenceMillis))
  })
  const stdout = capture(child.stdout)
  const stderr = capture(child.stderr)

  return {
    pid: child.pid,
    ready: Deferred.await(ready),
    end: Deferred.await(end),
    kill,
    send: (task, next) => {
      listener = next
      child.send(task)
    },
    forget: () => {
      listener = null
    },
    output: () => ({ stdout: stdout.take(), stderr: stderr.take() }),
    drained: Effect.promise(() => Promise.all([stdout.drained, stderr.drained])).pipe(Effect.timeoutOption("1 second"))
  }
}

/**
 * A child process that lives as long as the scope: closing it kills the child and waits for its end.
 *
 * Fails with `JobCrashed` when the system gives no process.
 */
export const start = (options: ChildOptions): Effect.Effect<ChildProcess, JobCrashed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try(() => spawn(options)).pipe(
      Effect.tapError((error) => Effect.logError("No worker process could be started", error)),
      Effect.mapError(() => Crash.notStarted)
    ),
    (child) =>
      Effect.zipRight(
        Effect.sync(() => child.kill(Crash.ended)),
        child.end
      )
  )
