import { Config, Data, Effect, Schema } from "effect"
import { parseArgs } from "node:util"
import * as Local from "../../adapters/auth/Local.ts"
import { Name } from "../domain/Text.ts"
import { Scope, scopes, UserId } from "../domain/Principal.ts"
import { keepPrivate } from "./Privacy.ts"

const usage = `Prints a bearer token of the local issuer in DATA_DIR (default ./.plinth), whose keys are made on first use.

usage: npm run --silent token -- --user SUBJECT [options]

  --user SUBJECT   whose token it is, 1 to 255 characters
  --name NAME      the name of that person
  --scope SCOPES   separated by spaces, of: ${scopes.join(" ")} (default: all)
  --ttl SECONDS    how long it is good, up to a year (default 3600)
  --help           this text`

/** A year, leap day included, in seconds: there is no way to take such a token back. */
const maxTtlSeconds = 31_622_400

/** The command line asks for what there is not. */
class BadUsage extends Data.TaggedError("BadUsage")<{ readonly message: string }> {}

const bad = (message: string) => new BadUsage({ message })

/** A value of the command line as it may stand in a message: quoted, on one line, not long. */
const quoted = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

const readOptions = (argv: ReadonlyArray<string>) =>
  Effect.try({
    try: () =>
      parseArgs({
        args: [...argv],
        strict: true,
        allowPositionals: false,
        options: {
          user: { type: "string" },
          name: { type: "string" },
          scope: { type: "string" },
          ttl: { type: "string" },
          help: { type: "boolean", short: "h" }
        }
      }).values,
    catch: (error) => bad(error instanceof Error ? error.message.split("\n", 1)[0]! : String(error))
  })

const readUser = (text: string | undefined) => {
  if (text === undefined) return bad("--user is missing")
  return Schema.is(UserId)(text) && text.trim() === text
    ? Effect.succeed(text)
    : bad(`--user must have 1 to 255 characters, no control characters, no spaces at its ends; got ${quoted(text)}`)
}

const readName = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed(null)
  return Effect.mapError(Schema.decode(Name)(text), () =>
    bad(`--name must have 1 to 255 characters; got ${quoted(text)}`)
  )
}

const readScopes = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed(scopes)
  return Effect.forEach(new Set(text.split(/\s+/).filter((name) => name !== "")), (name) =>
    Schema.is(Scope)(name)
      ? Effect.succeed(name)
      : bad(`unknown scope ${quoted(name)}; the scopes are ${scopes.join(", ")}`)
  )
}

const readTtl = (text = "3600") => {
  const seconds = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return seconds >= 1 && seconds <= maxTtlSeconds
    ? Effect.succeed(seconds)
    : bad(`--ttl must be a number of seconds from 1 to ${maxTtlSeconds}; got ${quoted(text)}`)
}

const output = Effect.gen(function* () {
  const options = yield* readOptions(process.argv.slice(2))
  if (options.help === true) return usage
  return yield* Local.issue({
    userId: yield* readUser(options.user),
    name: yield* readName(options.name),
    scopes: yield* readScopes(options.scope),
    ttlSeconds: yield* readTtl(options.ttl),
    directory: yield* Config.nonEmptyString("DATA_DIR").pipe(Config.withDefault("./.plinth"))
  })
})

const stop = (code: number) => (error: { readonly message: string }) =>
  Effect.sync(() => {
    process.stderr.write(`token: ${error.message.replaceAll(/\s*[\r\n]+\s*/g, " ")}\n`)
    process.exitCode = code
  })

keepPrivate()
await output.pipe(
  Effect.tap((text) => Effect.sync(() => process.stdout.write(`${text}\n`))),
  Effect.catchTags({ BadUsage: stop(2), KeyFileUnusable: stop(1), ConfigError: stop(2) }),
  Effect.runPromise
)
