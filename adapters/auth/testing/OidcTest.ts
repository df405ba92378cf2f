import { afterAll, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { Authenticator } from "../../../src/ports/signin/Authenticator.ts"
import * as Oidc from "../Oidc.ts"
import type { OidcSettings } from "../OidcSettings.ts"
import * as FakeProvider from "./FakeProvider.ts"
import * as TokenForge from "./TokenForge.ts"

/** The time at which these tests start, in seconds since 1970. */
export const now = 1_800_000_000

/** A provider with one published key, tokens signed with that key, and a clock that does not advance. */
export interface OidcTest {
  readonly provider: FakeProvider.FakeProvider
  readonly signer: TokenForge.Signer
  readonly forge: TokenForge.TokenForge
  /** A forge of tokens with another key of the same issuer. */
  readonly other: () => Promise<{ readonly signer: TokenForge.Signer; readonly forge: TokenForge.TokenForge }>
}

/** Starts such a provider, which is stopped after the tests of the file. */
export const start = async (): Promise<OidcTest> => {
  const provider = FakeProvider.start()
  afterAll(() => provider.down())
  const other = async () => {
    const signer = await provider.signer()
    return { signer, forge: await TokenForge.make(signer, () => now) }
  }
  const first = await other()
  provider.publish(first.signer)
  return { provider, ...first, other }
}

interface TestOptions {
  /** Milliseconds. */
  readonly timeout?: number
  /** True if the clock starts at the current time, as that of a real provider does. */
  readonly startsNow?: boolean
}

/** Defines a test whose clock advances only when the test moves it. */
export const provided = (
  name: string,
  run: () => Effect.Effect<void, unknown, Scope.Scope>,
  { startsNow = false, timeout }: TestOptions = {}
): void =>
  test(
    name,
    () =>
      TestClock.setTime(startsNow ? Date.now() : now * 1000).pipe(
        Effect.andThen(Effect.scoped(Effect.suspend(run))),
        Logger.withMinimumLogLevel(LogLevel.None),
        Effect.provide(TestContext.TestContext),
        Effect.runPromise
      ),
    timeout
  )

/** The authenticator, started now. */
export const authenticator = (settings: OidcSettings) =>
  Effect.map(Layer.build(Oidc.layer(settings)), (context) => {
    const { check, verify } = Context.get(context, Authenticator)
    /** `good`, or the name of the failure. */
    const verdict = (token: string, caller?: string) =>
      verify(token, caller).pipe(
        Effect.as("good"),
        Effect.catchAll((error) => Effect.succeed(error._tag))
      )
    const isReady = Effect.match(check, { onSuccess: () => true, onFailure: () => false })
    return { verify, verdict, isReady }
  })

/** Waits, by the real clock, until a concurrent activity has reached the expected state. */
export const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    const end = performance.now() + 20_000
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`what the test waits for has not come: ${isSo.toString()}`)
      await Bun.sleep(2)
    }
  })
