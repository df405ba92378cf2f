import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Adapters from "../../../adapters/Adapters.ts"
import * as KeyRotation from "../../../adapters/auth/KeyRotation.ts"
import * as SharedKeys from "../../../adapters/auth/SharedKeys.ts"
import { downloadSeconds } from "../../domain/models/Upload.ts"
import { WebhookRepository } from "../../ports/webhooks/WebhookRepository.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { explained, parsed, wordsOf } from "../CommandLine.ts"

const usage = `Makes new keys for tokens and URLs, whether the service runs or not; it uses them within 60 seconds.

usage: npm run --silent keys -- rotate [--now]

Tokens and URLs from before stay good until they end: the old keys hold until the last token that they signed has ended,
which is an hour, or what --ttl of the token command said; and URLs for seven days. The secrets of webhooks stay the
same and are encrypted with a new key.

  --now    they are refused at once: for keys that somebody may have seen. Clients that were signed in get new tokens.
           Where several processes share a database, they have to have the keys of this DATA_DIR from then on
  --help   this text`

/**
 * Milliseconds for which the old secret stays valid: the lifetime of URLs, and the time in which a running service may
 * still sign with it.
 */
const heldMillis = downloadSeconds * 1000 + 60_000

export const keys = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(args, {
      now: { type: "boolean" },
      help: { type: "boolean", short: "h" }
    })
    if (values.help === true) return usage
    yield* wordsOf(positionals, { rotate: 0 }, "")
    const atOnce = values.now === true
    // The part that may be unavailable comes first, so that nothing is left half done.
    yield* Effect.flatMap(SecretRepository, ({ rotate }) => rotate("tickets", atOnce ? 0 : heldMillis)).pipe(
      Effect.provide(Adapters.access),
      explained
    )
    yield* Effect.flatMap(WebhookRepository, ({ renewKey }) => renewKey).pipe(
      Effect.provide(Adapters.access),
      explained
    )
    const directory = yield* Adapters.dataDirectory
    const until = yield* KeyRotation.rotate(directory, atOnce)
    if (atOnce) yield* explained(Effect.provide(SharedKeys.decide(directory), Adapters.access))
    return until === null
      ? "new keys; those before hold no more"
      : `new keys; those before hold for tokens until ${new Date(until * 1000).toISOString()}, for URLs for seven days`
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
