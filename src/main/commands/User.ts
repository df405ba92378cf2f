import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Adapters from "../../../adapters/Adapters.ts"
import { Accounts } from "../../application/signin/Accounts.ts"
import { Passwords } from "../../application/signin/Passwords.ts"
import { leastCharacters, mostBytes } from "../../domain/signin/Password.ts"
import { UserId, userNameFault } from "../../domain/Principal.ts"
import { BadUsage, explained, NotDone, parsed, wordsOf } from "../CommandLine.ts"
import { publicUrl } from "../Configuration.ts"
import { firstUserLink } from "../FirstUser.ts"
import { newPassword } from "../PasswordInput.ts"

const usage = `The users who sign in with a password, whether the service runs or not.

usage: npm run --silent user -- invite
       npm run --silent user -- add NAME [--operator]
       npm run --silent user -- list
       npm run --silent user -- password NAME
       npm run --silent user -- revoke NAME
       npm run --silent user -- remove NAME

  NAME      the name is the subject of the user's tokens
  invite    prints the link where the first user is made, which works once. It replaces the link that the service
            printed when it started, and the next start replaces this one. PUBLIC_URL or PORT says where it leads
  add       makes a user; the password, ${leastCharacters} characters to ${mostBytes} bytes, is asked for, or is the first line of stdin
  --operator  with add: the user is an operator, who administers the service
  password  sets another one, and revokes
  revoke    refuses all tokens issued to NAME before, those of the token command too; in force within 60 seconds
  remove    revokes, and the user signs in no more; projects stay as they are
  --help    this text`

export const user = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(args, {
      operator: { type: "boolean" },
      help: { type: "boolean", short: "h" }
    })
    if (values.help === true) return usage
    const { name, verb } = yield* wordsOf(
      positionals,
      { invite: 0, add: 1, list: 0, password: 1, revoke: 1, remove: 1 },
      "name"
    )
    if (values.operator === true && verb !== "add") return yield* new BadUsage({ message: "--operator is for add" })
    const isNamed = verb !== "list" && verb !== "invite"
    const fault = isNamed ? userNameFault(name) : null
    if (fault !== null) return yield* new BadUsage({ message: fault })
    const takesPassword = verb === "add" || verb === "password"
    if ((takesPassword || verb === "invite") && !(yield* Adapters.signsInHere)) {
      return yield* new NotDone({ message: "with AUTH=oidc the users and their passwords are the provider's" })
    }
    const userId = UserId.make(isNamed ? name : "nobody")
    const password = takesPassword ? yield* newPassword : ""
    // The URL is read first: a link that cannot be printed must not replace another.
    const url = verb === "invite" ? yield* publicUrl : ""
    return yield* Effect.gen(function* () {
      const accounts = yield* Accounts
      const noSuch = new NotDone({ message: `there is no user ${name}` })
      switch (verb) {
        case "invite": {
          const secret = yield* accounts.invite
          if (secret === null) {
            return yield* new NotDone({ message: "there is a user already; `add NAME` makes another" })
          }
          return firstUserLink(url, secret)
        }
        case "list":
          return (yield* accounts.list).join("\n")
        case "add":
          if (!(yield* accounts.add(userId, password, values.operator === true))) {
            return yield* new NotDone({ message: `there is a user ${name} already` })
          }
          return `${name} was added`
        case "password":
          if (!(yield* accounts.setPassword(userId, password))) return yield* noSuch
          return `${name} has another password; what was issued before is refused within 60 seconds`
        case "revoke":
          yield* accounts.revoke(userId)
          return `what was issued to ${name} before is refused within 60 seconds`
        case "remove":
          if (!(yield* accounts.remove(userId))) return yield* noSuch
          return `${name} was removed; what was issued before is refused within 60 seconds`
      }
    }).pipe(
      Effect.catchTag("Overloaded", ({ details }) => new NotDone({ message: details })),
      Effect.provide(Accounts.Default.pipe(Layer.provide(Layer.merge(Adapters.access, Passwords.Default)))),
      explained
    )
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
