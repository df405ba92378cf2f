import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Adapters from "../../../adapters/Adapters.ts"
import { Clients } from "../../application/signin/Clients.ts"
import { type Client, ClientId, mostRedirectUris, redirectFault } from "../../domain/signin/Client.ts"
import { scopes } from "../../domain/Principal.ts"
import { quoted } from "../../domain/Quoted.ts"
import { BadUsage, explained, NotDone, parsed, wordsOf } from "../CommandLine.ts"
import { readScopes } from "../ScopeOption.ts"

const usage = `The programs that may sign users in, whether the service runs or not.

usage: npm run --silent client -- add --id ID --redirect URL [--redirect URL …] [--scope SCOPES] [--secret]
       npm run --silent client -- list
       npm run --silent client -- remove ID

  --id ID          what the client calls itself: letters, digits and ._~-, up to 128
  --redirect URL   where codes may be sent to, exactly as the client asks for it
  --scope SCOPES   what it may have, separated by spaces, of: ${scopes.join(" ")} (default: all)
  --secret         it gets a secret, which is shown this once; for programs on servers, which can keep one
  --help           this text`

const bad = (message: string) => new BadUsage({ message })

const readId = (text: string | undefined) =>
  Schema.is(ClientId)(text)
    ? Effect.succeed(text)
    : bad(text === undefined ? "--id is missing" : `an id has 1 to 128 letters, digits and ._~-; got ${quoted(text)}`)

const readRedirects = (given: ReadonlyArray<string> = []) =>
  given.length === 0 || given.length > mostRedirectUris
    ? bad(given.length === 0 ? "--redirect is missing" : `at most ${mostRedirectUris} redirects`)
    : Effect.forEach(new Set(given), (uri) => {
        const fault = redirectFault(uri)
        return fault === null ? Effect.succeed(uri) : bad(`--redirect ${fault}; got ${quoted(uri)}`)
      })

/** Returns one line of the list. */
const lineOf = ({ id, redirectUris, scopes, secretHash }: Client): string =>
  [id, scopes.join(" "), secretHash === null ? "no secret" : "secret", redirectUris.join(" ")].join("\t")

export const client = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(args, {
      id: { type: "string" },
      redirect: { type: "string", multiple: true },
      scope: { type: "string" },
      secret: { type: "boolean" },
      help: { type: "boolean", short: "h" }
    })
    if (values.help === true) return usage
    const { name, verb } = yield* wordsOf(positionals, { add: 0, list: 0, remove: 1 }, "id")
    const id = yield* verb === "list" ? Effect.succeed(null) : readId(verb === "add" ? values.id : name)
    const redirectUris = yield* verb === "add" ? readRedirects(values.redirect) : Effect.succeed([])
    const allowed = yield* readScopes(values.scope)
    if (allowed.length === 0) return yield* bad("--scope names none")
    return yield* Effect.gen(function* () {
      const clients = yield* Clients
      if (id === null) return (yield* clients.list).map(lineOf).join("\n")
      if (verb === "remove") {
        if (!(yield* clients.remove(id))) return yield* new NotDone({ message: `there is no client ${id}` })
        return `${id} was removed`
      }
      const added = yield* clients.add({ id, redirectUris, scopes: [...allowed] }, values.secret === true)
      if (added === null) return yield* new NotDone({ message: `there is a client ${id} already` })
      return added.secret ?? `${id} was added`
    }).pipe(Effect.provide(Clients.Default.pipe(Layer.provide(Adapters.access))), explained)
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
