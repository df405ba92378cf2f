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

/** Receives the messages of a child while it has a job. */
interface Listener {
  readonly onMessage: (message: Message) => void
  readonly onPong: (workedMillis: number) => void
}

export interface ChildProcess {
  readonly pid: number
  /** Succeeds as soon as the child accepts jobs. Fails if it ends before. */
  readonly ready: Effect.Effect<void, JobCrashed>
  /** Waits for the end of the process and returns the reason. */
  readonly ended: Effect.Effect<JobCrashed>
  /** Kills the process with everything that it started and waits for its end. The first reason given counts. */
  readonly kill: (reason: JobCrashed) => Effect.Effect<JobCrashed>
  /** Sends the task. The listener receives messages until the next task. */
  readonly send: (task: Task, listener: Listener) => void
  /** Returns what the child has written to its streams since the last call, by stream name. */
  readonly output: () => Readonly<Record<string, string>>
  readonly drained: Effect.Effect<void>
}

/** Kills the whole process group (a negative id), so that a converter does not outlive the child that called it. */
const killGroup = (pid: number) => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // No process is left.
  }
}

/**
 * Points added to the OOM score of a child, so that the kernel kills it rather than the service if memory runs out
 * (proc(5)).
 */
const OOM_SCORE = 500

/**
 * Makes the kernel prefer the child if memory runs out. Done at once: while the child starts, the service is the larger
 * process.
 */
const killFirst = (pid: number) => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(OOM_SCORE))
  } catch {
    // Systems that lack this file choose by size alone.
  }
}

/** Milliseconds before a retry: the kernel accepts ten changes a second, of all users together. */
const tooSoon = 150
const mostTries = 20

/**
 * Returns the ids whose niceness is to be set. On Linux it belongs to threads, and existing ones keep theirs; elsewhere
 * it belongs to the process.
 */
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
      // The thread has ended, or a sandbox forbids it.
    }
  }
}

/**
 * Lowers the priority of the child's session. If the kernel shares the processors among sessions, the niceness of a
 * child counts only within its own session, which it has to itself.
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
 * Starts a child process that lives as long as the scope: closing it kills the child and waits for its end. `home` is
 * an existing folder for this child alone.
 *
 * Fails with `JobCrashed` if the system cannot start a process.
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
