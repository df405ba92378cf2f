import { readdirSync, writeFileSync } from "node:fs"
import { platform, setPriority } from "node:os"
import process from "node:process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"
import type { JobCrashed } from "../ports/Computation.ts"
import * as Crash from "./Crash.ts"
import * as Heartbeat from "./Heartbeat.ts"
import { environment, type Launcher, type Limits, NICENESS, SESSION_NICENESS } from "./Limits.ts"
import { capture } from "./Output.ts"
import { type Message, PULSE_DESCRIPTOR, type Task } from "./Protocol.ts"

export interface ChildOptions extends Heartbeat.Times, Limits {
  /** Absolute path of the module that calls `serve`. */
  readonly entry: string
}

/** Gets what the child says while it has a job. */
interface Listener {
  readonly onMessage: (message: Message) => void
  readonly onPong: (workedMillis: number) => void
}

export interface ChildProcess {
  readonly pid: number
  /** Succeeds as soon as the child takes jobs; fails when it dies before. */
  readonly ready: Effect.Effect<void, JobCrashed>
  /** Waits for the end of the process and gives why it ended. */
  readonly ended: Effect.Effect<JobCrashed>
  /** Kills the process with all that it started and waits for its end. The first reason given is the one that counts. */
  readonly kill: (reason: JobCrashed) => Effect.Effect<JobCrashed>
  /** Sends the task; the listener hears until the next one. */
  readonly send: (task: Task, listener: Listener) => void
  /** What it has written to its streams since the last call, by their names. */
  readonly output: () => Readonly<Record<string, string>>
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

/** Points by which a child is likelier to be killed than the service where the memory of both is used up (proc(5)). */
const OOM_SCORE = 500

/** Before the child is anything: while it starts, the service is the larger one of the two. */
const killFirst = (pid: number) => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(OOM_SCORE))
  } catch {
    // Systems without it choose by size alone.
  }
}

/** Milliseconds after which the kernel hears again who was too soon after another: ten times a second, of all users. */
const tooSoon = 150
const mostTries = 20

/** Linux knows the niceness of threads, of which those that are there keep theirs; elsewhere it is the process's. */
const threadsOf = (pid: number): ReadonlyArray<number> => {
  if (platform() !== "linux") return [pid]
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

const stepBack = ({ pid }: Bun.Subprocess): void => {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, NICENESS)
    } catch {
      // It has ended; or a sandbox forbids it.
    }
  }
}

/**
 * Where the kernel shares the processors among sessions a child's niceness counts within its own alone, which it has to
 * itself: there the session is told as well.
 */
const stepSessionBack = (child: Bun.Subprocess, tries = 1): void => {
  if (child.exitCode !== null || child.signalCode !== null) return
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(SESSION_NICENESS))
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === "EAGAIN"
    if (isTooSoon && tries < mostTries) setTimeout(stepSessionBack, tooSoon, child, tries + 1).unref()
  }
}

const spawn = (options: ChildOptions, home: string, launcher: Launcher): ChildProcess => {
  const ready = Deferred.unsafeMake<void, JobCrashed>(FiberId.none)
  const end = Deferred.unsafeMake<JobCrashed>(FiberId.none)
  let killedFor: JobCrashed | null = null
  let listener: Listener | null = null

  const child = Bun.spawn([...launcher.prefix, process.execPath, "--no-install", options.entry], {
    cwd: home,
    env: environment(home, options.memoryBytes),
    stdio: ["ignore", "pipe", "pipe", "socket-fd"],
    detached: true,
    serialization: "advanced",
    ipc: (message: Message) => {
      if (message.type !== "ready") return listener?.onMessage(message)
      stepBack(child)
      stepSessionBack(child)
      Deferred.unsafeDone(ready, Effect.void)
    },
    onExit: (_, code) => {
      heartbeat.stop()
      killGroup(child.pid)
      const reason = killedFor ?? Crash.causeOf(code, child.signalCode === null ? null : String(child.signalCode))
      Deferred.unsafeDone(ready, Effect.fail(reason))
      Deferred.unsafeDone(end, Effect.succeed(reason))
    }
  })
  killFirst(child.pid)
  const kill = (reason: JobCrashed) => {
    killedFor ??= reason
    if (child.exitCode !== null || child.signalCode !== null) return
    killGroup(child.pid)
    child.kill("SIGKILL")
  }
  const heartbeat = Heartbeat.start(child.stdio[PULSE_DESCRIPTOR]!, options, {
    onPong: (resident, worked) => {
      if (!launcher.memoryIsLimited && resident > options.memoryBytes) return kill(Crash.outOfMemory)
      listener?.onPong(worked)
    },
    onSilence: (millis) => kill(Crash.silent(millis))
  })
  const stdout = capture("stdout", child.stdout)
  const stderr = capture("stderr", child.stderr)

  return {
    pid: child.pid,
    ready: Deferred.await(ready),
    ended: Deferred.await(end),
    kill: (reason) => Effect.sync(() => kill(reason)).pipe(Effect.zipRight(Deferred.await(end))),
    send: (task, next) => {
      listener = next
      child.send(task)
    },
    output: () => ({ ...stdout.take(), ...stderr.take() }),
    drained: Effect.promise(() => Promise.all([stdout.drained, stderr.drained])).pipe(Effect.timeoutOption("1 second"))
  }
}

/**
 * A child process that lives as long as the scope: closing it kills the child and waits for its end.
 * `home` is an existing folder, its own.
 *
 * Fails with `JobCrashed` when the system gives no process.
 */
export const start = (
  options: ChildOptions,
  home: string,
  launcher: Launcher
): Effect.Effect<ChildProcess, JobCrashed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try(() => spawn(options, home, launcher)).pipe(
      Effect.tapError((error) => Effect.logError("No worker process could be started", error)),
      Effect.mapError(() => Crash.notStarted)
    ),
    (child) => child.kill(Crash.ended)
  )
