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

/** The command line asks for something that does not exist. */
export class BadUsage extends Data.TaggedError("BadUsage")<{ readonly message: string }> {}

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n]+\s*/g, " ")

/** Parses the options and the other words of a command line. Fails with `BadUsage` if an option does not exist. */
export const parsed = <Options extends ParseArgsOptionsConfig>(args: ReadonlyArray<string>, options: Options) =>
  Effect.try({
    try: () => parseArgs({ args: [...args], strict: true, allowPositionals: true, options }),
    catch: (error) => new BadUsage({ message: error instanceof Error ? error.message : String(error) })
  })

/**
 * Returns the one FILE of a command line, a test for each of the flags, and DATA_DIR; or `null` if it asks for help.
 */
export const fileAndFlags = <Flag extends string>(args: ReadonlyArray<string>, flags: ReadonlyArray<Flag>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(
      args,
      Object.fromEntries([...flags, "help"].map((flag) => [flag, { type: "boolean" as const }]))
    )
    if (values["help"] === true) return null
    const [file, ...more] = positionals
    if (file === undefined || file === "") return yield* new BadUsage({ message: "FILE is missing" })
    if (more.length > 0) return yield* new BadUsage({ message: "there is one FILE too many" })
    const directory = resolve(yield* Adapters.wholeDirectory)
    return { file: resolve(file), directory, has: (flag: Flag) => values[flag] === true }
  })

/**
 * Returns the first word of a command line and the name after it. Fails with `BadUsage` if the command has other words.
 */
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

/** The command could not be carried out: a thing is missing or exists already, or the storage failed. */
export class NotDone extends Data.TaggedError("NotDone")<{ readonly message: string }> {}

type Beneath = StorageUnavailable | OutcomeUnknown | SqlError

/** Turns failures of the storage beneath a command into errors of one line. */
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

/** A command: takes its words and returns the text to print, or fails with an error that is shown in one line. */
type Command = (
  args: ReadonlyArray<string>
) => Effect.Effect<string, { readonly _tag: string; readonly message: string } | ConfigError.ConfigError>

interface Outcome {
  /** 0, 2 for a wrong call, or 1 for any other failure. */
  readonly code: number
  /** The text for standard output. */
  readonly out: string
  /** The text for standard error. */
  readonly err: string
}

/** Runs a command and returns its exit code and the texts that the process is to print. */
export const outcomeOf = (name: string, command: Command, args: ReadonlyArray<string>): Effect.Effect<Outcome> => {
  const failed = (code: number, message: string): Outcome => ({ code, out: "", err: `${name}: ${oneLine(message)}\n` })
  return Effect.match(command(args), {
    onSuccess: (text): Outcome => ({ code: 0, out: `${text}\n`, err: "" }),
    onFailure: (error) =>
      ConfigError.isConfigError(error)
        ? failed(2, variableFault(error))
        : failed(error._tag === "BadUsage" ? 2 : 1, error.message)
  })
}

/** Runs a command as this process's program. */
export const run = (name: string, command: Command): void => {
  keepPrivate()
  void Effect.runPromise(outcomeOf(name, command, process.argv.slice(2))).then(({ code, err, out }) => {
    process.stdout.write(out)
    process.stderr.write(err)
    if (code !== 0) process.exit(code)
  })
}
