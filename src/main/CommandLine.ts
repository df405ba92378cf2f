import { resolve } from "node:path"
import process from "node:process"
import { parseArgs, type ParseArgsOptionsConfig } from "node:util"
import type { SqlError } from "@effect/sql/SqlError"
import * as ConfigError from "effect/ConfigError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"
import * as Adapters from "../../adapters/Adapters.ts"
import { variableFault } from "./Configuration.ts"
import { keepPrivate } from "./Privacy.ts"

/** The command line asks for what there is not. */
export class BadUsage extends Data.TaggedError("BadUsage")<{ readonly message: string }> {}

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n]+\s*/g, " ")

/** The options of the command line and the words beside them. Fails with `BadUsage` for an option that is not there. */
export const parsed = <Options extends ParseArgsOptionsConfig>(options: Options) =>
  Effect.try({
    try: () => parseArgs({ args: process.argv.slice(2), strict: true, allowPositionals: true, options }),
    catch: (error) => new BadUsage({ message: error instanceof Error ? error.message : String(error) })
  })

/** The one FILE of a command line, whether each of the flags stands there, and DATA_DIR. `null`: help is asked for. */
export const fileAndFlags = <Flag extends string>(flags: ReadonlyArray<Flag>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(
      Object.fromEntries([...flags, "help"].map((flag) => [flag, { type: "boolean" as const }]))
    )
    if (values["help"] === true) return null
    const [file, ...more] = positionals
    if (file === undefined || file === "") return yield* new BadUsage({ message: "FILE is missing" })
    if (more.length > 0) return yield* new BadUsage({ message: "there is one FILE too many" })
    const directory = resolve(yield* Adapters.wholeDirectory)
    return { file: resolve(file), directory, has: (flag: Flag) => values[flag] === true }
  })

/** The first word of a command line and those after it. Fails with `BadUsage` where the command has other words. */
export const wordsOf = <Verb extends string>(
  positionals: ReadonlyArray<string>,
  verbs: Readonly<Record<Verb, 0 | 1>>,
  thing: string
): Effect.Effect<{ readonly verb: Verb; readonly name: string }, BadUsage> => {
  const [verb = "", ...names] = positionals
  if (!Object.hasOwn(verbs, verb)) {
    return new BadUsage({ message: `say one of ${Object.keys(verbs).join(", ")}; --help says more` })
  }
  const wanted = verbs[verb as Verb]
  return names.length === wanted
    ? Effect.succeed({ verb: verb as Verb, name: names[0] ?? "" })
    : new BadUsage({ message: wanted === 0 ? `${verb} takes no name` : `${verb} takes one ${thing}` })
}

/** There is no such thing, or there is one already. */
export class NotDone extends Data.TaggedError("NotDone")<{ readonly message: string }> {}

type Beneath = StorageUnavailable | OutcomeUnknown | SqlError

/** What failed beneath a command, in one line. */
export const explained = <A, E extends { readonly _tag: string }, R>(
  work: Effect.Effect<A, E | Beneath, R>
): Effect.Effect<A, Exclude<E, Beneath> | NotDone, R> =>
  Effect.mapError(work, (error) => {
    const beneath = error as Beneath
    switch (beneath._tag) {
      case "StorageUnavailable":
        return new NotDone({ message: `the storage does not answer: ${beneath.reason}` })
      case "OutcomeUnknown":
        return new NotDone({ message: "the storage was lost; look whether it was done" })
      case "SqlError":
        return new NotDone({ message: `the storage cannot be opened: ${beneath.message}` })
      default:
        return error as Exclude<E, Beneath>
    }
  })

/** Runs a command: what it gives goes to standard output; a failure is one line, exit 2 for a wrong call, else 1. */
export const run = <E extends { readonly _tag: string; readonly message: string }>(
  name: string,
  command: Effect.Effect<string, E | ConfigError.ConfigError>
): void => {
  keepPrivate()
  const failed = (code: number, message: string) => {
    process.stderr.write(`${name}: ${oneLine(message)}\n`)
    process.exit(code)
  }
  void Effect.runPromise(
    Effect.match(command, {
      onSuccess: (text) => process.stdout.write(`${text}\n`),
      onFailure: (error) =>
        ConfigError.isConfigError(error)
          ? failed(2, variableFault(error))
          : failed(error._tag === "BadUsage" ? 2 : 1, error.message)
    })
  )
}
