import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createLocalJWKSet, type JSONWebKeySet } from "jose"
import { IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import * as SingleFlight from "../../src/runtime/SingleFlight.ts"
import type { Provider } from "./Provider.ts"
import { AnswerRefused, faultOf, providerFetch } from "./ProviderFetch.ts"

/**
 * The interval at which the keys are fetched, in milliseconds. A key that the provider removed is dropped within that
 * time.
 */
const refreshEvery = 300_000

/**
 * The age at which keys are fetched again before use, in milliseconds. They get that old if the machine was suspended.
 */
const oldest = 480_000

/** The least time between fetches for tokens that no known key fits, and after a failed fetch, in milliseconds. */
const pause = 30_000

/** The time between attempts while there are no keys at all, in milliseconds. */
const pauseWithoutKeys = 5000

/** The most keys that are accepted. Providers have about ten; a token without `kid` may be tried with each. */
const mostKeys = 100

/** A set of the provider's keys (RFC 7517), in the form that jose uses. */
export interface KeySet {
  readonly keyFor: ReturnType<typeof createLocalJWKSet>
  /** The time at which the keys were fetched, in milliseconds since 1970. */
  readonly at: number
}

/** The provider's signing keys. */
export interface ProviderKeys {
  /** The known keys. They stay in use while the provider does not answer. Fails while there are none. */
  readonly current: Effect.Effect<KeySet, IssuerUnavailable>
  /**
   * Returns keys newer than `known`, for a token that none of those fits; null if there are none, because they were
   * fetched within the last 30 s. Fails if the last fetch failed, because newer keys may exist then.
   */
  readonly since: (known: KeySet) => Effect.Effect<KeySet | null, IssuerUnavailable>
}

/** Keeps the provider's keys up to date: fetches them at once, every five minutes, and repeatedly after a failure. */
export const make = (provider: Provider["Type"]): Effect.Effect<ProviderKeys, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const runs = SingleFlight.make<KeySet, IssuerUnavailable>()
    const unread = new IssuerUnavailable({ reason: "its keys have not come yet" })
    let known: KeySet | undefined
    let failure: IssuerUnavailable | null = unread
    let endedAt = -Infinity

    const attempt = Effect.gen(function* () {
      const { jwks_uri: uri } = (yield* provider.configuration).serverMetadata()
      const keyFor = yield* Effect.tryPromise({
        try: () => fetchKeys(uri),
        catch: (error) => new IssuerUnavailable({ reason: `its keys cannot be read: ${faultOf(error)}` })
      })
      return { keyFor, at: clock.unsafeCurrentTimeMillis() }
    }).pipe(
      Effect.tap((keys) => {
        const isBack = failure !== null && failure !== unread
        known = keys
        failure = null
        return isBack ? Effect.logInfo("The provider of tokens answers again") : Effect.void
      }),
      Effect.tapError((error) => {
        const isNew = failure?.reason !== error.reason
        failure = error
        const log = Effect.annotateLogs(Effect.logWarning("The provider of tokens does not answer"), {
          reason: error.reason
        })
        return Effect.zipRight(provider.forget, isNew ? log : Effect.void)
      }),
      Effect.ensuring(
        Effect.sync(() => {
          endedAt = clock.unsafeCurrentTimeMillis()
        })
      )
    )
    const refresh = runs.join("keys", attempt)
    const mayRefresh = () => {
      const age = clock.unsafeCurrentTimeMillis() - endedAt
      return age >= pause || age < 0
    }

    yield* Effect.ignore(refresh)
    const untilNext = Effect.suspend(() => {
      if (failure === null) return Effect.sleep(refreshEvery)
      return Effect.sleep(known === undefined ? pauseWithoutKeys : pause)
    })
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(untilNext, Effect.ignore(refresh))))

    const current = Effect.suspend(() => {
      if (known === undefined) return Effect.fail(failure ?? unread)
      const age = clock.unsafeCurrentTimeMillis() - known.at
      return age >= oldest && mayRefresh() ? Effect.orElseSucceed(refresh, () => known!) : Effect.succeed(known)
    })
    const since = (seen: KeySet) =>
      Effect.suspend((): Effect.Effect<KeySet | null, IssuerUnavailable> => {
        if (known !== undefined && known !== seen) return Effect.succeed(known)
        if (mayRefresh()) return refresh
        return failure === null ? Effect.succeed(null) : Effect.fail(failure)
      })
    return { current, since }
  })

const fetchKeys = async (uri: string | undefined) => {
  if (uri === undefined) throw new AnswerRefused("its discovery document names no jwks_uri")
  const response = await providerFetch(uri, { method: "GET", headers: { accept: "application/json" } })
  if (response.status !== 200) throw new AnswerRefused(`its answer has the status ${response.status}`)
  const set = await response.json().catch(() => {
    throw new AnswerRefused("its answer is not JSON")
  })
  try {
    if ((set as JSONWebKeySet).keys.length > mostKeys) throw new AnswerRefused(`it has more than ${mostKeys} keys`)
    return createLocalJWKSet(set as JSONWebKeySet)
  } catch (error) {
    throw error instanceof AnswerRefused ? error : new AnswerRefused("its answer is no set of keys")
  }
}
