import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type LogFormat, traceMembers } from "./LoggedTrace.ts"
import type { Observation, Observe } from "./Observer.ts"

export interface AccessLogOptions {
  readonly format: LogFormat
  /** The Google Cloud project of the traces; null if there is none. */
  readonly project?: string | null
  /** Writes whole lines. Resolves when they are written; called again only then. */
  readonly write: (lines: string) => Promise<void>
}

/** A batch is written after `batchMillis`, or as soon as it has `batchLength` characters. */
const batchMillis = 100
const batchLength = 64 * 1024

/** The most characters that wait for a stalled reader. Further lines are dropped and counted. */
const mostWaiting = 4 * 1024 * 1024

/**
 * The longest path segment that is logged in full. Only tickets and the secrets of invitations are longer; whoever has
 * their URL has access.
 */
const longestSegment = 64
const longestPath = 512

const longSegments = new RegExp(`[^/]{${longestSegment + 1},}`, "g")

/** Returns a path that is safe to log: long segments are cut to their first characters, which tell them apart. */
export const shownPath = (path: string): string =>
  path.length <= longestSegment
    ? path
    : path.replaceAll(longSegments, (segment) => `${segment.slice(0, 8)}…`).slice(0, longestPath)

// JSON does not escape these characters, but terminals and some line readers interpret them.
const isLoose = /[\u007f-\u009f\u2028\u2029]/
const loose = new RegExp(isLoose, "g")

/** Texts of only these characters, as most are, need no escapes in JSON. */
const isPlain = /^[\w\-./:~ ]*$/

const quoted = (text: string): string => {
  if (isPlain.test(text)) return `"${text}"`
  const json = JSON.stringify(text)
  return isLoose.test(json)
    ? json.replaceAll(loose, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100

const writers: Readonly<Record<LogFormat, (seen: Observation, time: string, trace: string) => string>> = {
  json: ({ address, bytes, endpoint, method, milliseconds, path, requestId, status, userId }, time, trace) =>
    `{"message":"request","logLevel":"INFO","timestamp":"${time}","annotations":{"method":${quoted(method)}${
      endpoint === null ? "" : `,"endpoint":"${endpoint}"`
    },"path":${quoted(shownPath(path))},"status":${status},"ms":${rounded(milliseconds)}${
      bytes === null ? "" : `,"bytes":${bytes}`
    }${userId === null ? "" : `,"user":${quoted(userId)}`}${
      address === null ? "" : `,"address":"${address}"`
    },"requestId":${quoted(requestId)}}${trace}}\n`,
  // Durations and 64-bit numbers are strings, as in the JSON form of Protocol Buffers.
  gcp: ({ address, bytes, endpoint, method, milliseconds, path, requestId, status, userId }, time, trace) =>
    `{"severity":"${status >= 500 ? "ERROR" : "INFO"}","message":${quoted(`${method} ${shownPath(path)} ${status}`)},"time":"${time}","httpRequest":{"requestMethod":${quoted(method)},"requestUrl":${quoted(shownPath(path))},"status":${status}${
      bytes === null ? "" : `,"responseSize":"${bytes}"`
    },"latency":"${(milliseconds / 1000).toFixed(6)}s"${address === null ? "" : `,"remoteIp":"${address}"`}}${
      endpoint === null ? "" : `,"endpoint":"${endpoint}"`
    }${userId === null ? "" : `,"user":${quoted(userId)}`},"requestId":${quoted(requestId)}${trace}}\n`,
  pretty: ({ address, bytes, endpoint, method, milliseconds, path, requestId, status, userId }, time) =>
    `[${time.slice(11, 23)}] ${quoted(method).slice(1, -1)} ${quoted(shownPath(path)).slice(1, -1)} ${status} ${rounded(milliseconds)} ms${
      endpoint === null ? "" : ` ${endpoint}`
    }${bytes === null ? "" : ` ${bytes} B`}${userId === null ? "" : ` ${quoted(userId)}`}${address === null ? "" : ` ${address}`} ${quoted(requestId)}\n`
}

const leftOutMessage = "Requests were left out of the log, which nobody reads"

const omitted: Readonly<Record<LogFormat, (lines: number, time: string) => string>> = {
  json: (lines, time) =>
    `{"message":"${leftOutMessage}","logLevel":"WARN","timestamp":"${time}","annotations":{"requests":${lines}}}\n`,
  gcp: (lines, time) => `{"severity":"WARNING","message":"${leftOutMessage}","time":"${time}","requests":${lines}}\n`,
  pretty: (lines, time) => `[${time.slice(11, 23)}] ${lines} requests were left out of the log, which nobody reads\n`
}

/**
 * Returns an observer that logs one line per request. Lines are collected and written in batches, so that a request
 * only pays for formatting its line. A stalled reader blocks nothing: lines beyond 4 MB are dropped, and their number
 * is logged.
 *
 * A line contains no token, query or ticket, and no line break other than its own.
 */
export const make = ({
  format,
  project = null,
  write
}: AccessLogOptions): Effect.Effect<Observe, never, Scope.Scope> => {
  const lineOf = writers[format]
  const traceOf = traceMembers(format, project)
  let waiting = ""
  let leftOut = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<void> | null = null
  let time = { millis: 0, text: "" }

  const now = (): string => {
    const millis = Date.now()
    if (millis !== time.millis) time = { millis, text: new Date(millis).toISOString() }
    return time.text
  }

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (writing !== null || waiting === "") return
    const batch = leftOut === 0 ? waiting : waiting + omitted[format](leftOut, now())
    waiting = ""
    leftOut = 0
    // A failure to write the log must not fail a request.
    writing = write(batch)
      .catch(() => undefined)
      .then(() => {
        writing = null
        if (waiting.length >= batchLength) flush()
        else if (waiting !== "") timer ??= setTimeout(flush, batchMillis)
      })
  }

  const observe: Observe = (seen) => {
    if (waiting.length > mostWaiting) {
      leftOut += 1
      return
    }
    waiting += lineOf(seen, now(), traceOf(seen.span))
    if (waiting.length >= batchLength) flush()
    else timer ??= setTimeout(flush, batchMillis)
  }

  const finish = Effect.promise(async () => {
    await writing
    flush()
    await writing
    if (timer !== null) clearTimeout(timer)
  }).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))

  return Effect.acquireRelease(Effect.succeed(observe), () => finish)
}
