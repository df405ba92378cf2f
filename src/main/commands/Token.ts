import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Adapters from "../../../adapters/Adapters.ts"
import { longestTokenSeconds } from "../../../adapters/auth/KeyRotation.ts"
import * as Local from "../../../adapters/auth/Local.ts"
import { scopes, UserId } from "../../domain/Principal.ts"
import { quoted } from "../../domain/Quoted.ts"
import { Name } from "../../domain/Text.ts"
import { BadUsage, parsed } from "../CommandLine.ts"
import { readScopes } from "../ScopeOption.ts"

const usage = `Prints a bearer token of the local issuer in DATA_DIR (default ./.plinth), whose keys are made on first use.
Where the service runs with AUTH=oidc, its tokens come from the provider and not from here.

usage: npm run --silent token -- --user SUBJECT [options]

  --user SUBJECT   whose token it is, 1 to 255 characters
  --name NAME      the name of that person
  --scope SCOPES   separated by spaces, of: ${scopes.join(" ")} (default: all)
  --ttl SECONDS    how long it is good, up to a year (default 3600)
  --help           this text`

const bad = (message: string) => new BadUsage({ message })

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

const readTtl = (text = "3600") => {
  const seconds = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return seconds >= 1 && seconds <= longestTokenSeconds
    ? Effect.succeed(seconds)
    : bad(`--ttl must be a number of seconds from 1 to ${longestTokenSeconds}; got ${quoted(text)}`)
}

export const token = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(args, {
      user: { type: "string" },
      name: { type: "string" },
      scope: { type: "string" },
      ttl: { type: "string" },
      help: { type: "boolean", short: "h" }
    })
    if (values.help === true) return usage
    if (positionals.length > 0) return yield* bad(`${quoted(positionals[0]!)} is not preceded by an option`)
    return yield* Local.issue({
      userId: yield* readUser(values.user),
      name: yield* readName(values.name),
      scopes: yield* readScopes(values.scope),
      ttlSeconds: yield* readTtl(values.ttl),
      directory: yield* Adapters.dataDirectory
    })
  })
