import * as Effect from "effect/Effect"
import type { AuthorizationRequest } from "../../domain/signin/AuthorizationRequest.ts"
import { fn } from "../../runtime/Span.ts"
import { Authorizations } from "./Authorizations.ts"
import { ProviderSignIns } from "./ProviderSignIns.ts"
import { SignIns } from "./SignIns.ts"

/**
 * Asks users whether a program that registered itself may act for them, each time, before they are sent to a provider,
 * which might sign them in without a word.
 */
export class Consents extends Effect.Service<Consents>()("application/Consents", {
  effect: Effect.gen(function* () {
    const { read, refusedThere, registrationOf } = yield* Authorizations
    const provider = yield* ProviderSignIns
    const { sent, ticketFor } = yield* SignIns

    return {
      /**
       * Returns the departure to the provider for a client's request, or the ticket of the page that asks the user first.
       * Fails like `Authorizations.read`, and like `ProviderSignIns.depart`.
       */
      begin: fn("Consents.begin")(function* (query: URLSearchParams) {
        const request = yield* read(query)
        return (yield* registrationOf(request.clientId)) === null
          ? yield* provider.depart(request)
          : yield* ticketFor(request)
      }),
      /**
       * Returns the departure to the provider after the user of that browser has agreed. Fails like `SignIns.sent`, and
       * like `ProviderSignIns.depart`.
       */
      allow: (form: { readonly ticket: string; readonly browser: string }) =>
        Effect.flatMap(sent(form), ({ request }) => provider.depart(request)),
      /** Returns the URL where the client is told that the user refuses. */
      denied: (request: AuthorizationRequest): string =>
        refusedThere(request, { error: "access_denied", error_description: "The user refuses." }).location
    }
  })
}) {}
