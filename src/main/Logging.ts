import * as Cause from "effect/Cause"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import type * as HashMap from "effect/HashMap"
import * as Inspectable from "effect/Inspectable"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import { spanAround } from "../ports/Tracing.ts"
import { type LogFormat, loggedTrace } from "../http/observe/LoggedTrace.ts"

/** Source: Google Cloud Logging, LogSeverity. */
const severities: Readonly<Record<LogLevel.LogLevel["_tag"], string>> = {
  All: "DEFAULT",
  Trace: "DEBUG",
  Debug: "DEBUG",
  Info: "INFO",
  Warning: "WARNING",
  Error: "ERROR",
  Fatal: "CRITICAL",
  None: "DEFAULT"
}

type Options = Logger.Logger.Options<unknown>

const spanOf = ({ context }: Options) => spanAround(FiberRefs.getOrDefault(context, FiberRef.currentContext))

const partText = (part: unknown): string => {
  if (typeof part === "string") return part
  // An error as JSON would be empty.
  if (part instanceof Error && part.message !== "") return `${part.name}: ${part.message}`
  return Inspectable.toStringUnknown(part, 0)
}
const textOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message]).map((part) => partText(part)).join(" ")

const structured = Logger.structuredLogger
const told = (annotations: HashMap.HashMap<string, unknown>) => Object.fromEntries(annotations)

/**
 * Returns a function that formats what is logged as a line of JSON, with the trace that it belongs to. `pretty` lines
 * are for people and have none.
 */
export const lineOf = (format: "json" | "gcp", project: string | null): ((options: Options) => string) => {
  const traceOf = loggedTrace(format, project)
  return (options) => {
    const trace = traceOf(spanOf(options))
    if (format === "json") return Inspectable.stringifyCircular({ ...structured.log(options), ...trace })
    const { annotations, cause, date, logLevel, message } = options
    return Inspectable.stringifyCircular({
      severity: severities[logLevel._tag],
      message: textOf(message),
      time: date.toISOString(),
      ...trace,
      ...told(annotations),
      ...(Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause, { renderErrorCause: true }) })
    })
  }
}

/** The log of the service, on standard output. */
export const layer = (format: LogFormat, project: string | null) =>
  format === "pretty"
    ? Logger.pretty
    : Logger.replace(Logger.defaultLogger, Logger.withConsoleLog(Logger.make(lineOf(format, project))))
