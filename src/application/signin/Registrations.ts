import { createHmac } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { NotFound } from "../../domain/Errors.ts"
import { selfRegisteredId } from "../../domain/signin/Client.ts"
import { registeredClient, type RegistrationRequest } from "../../domain/signin/Registration.ts"
import { Caller } from "../../ports/Caller.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { ClientRepository } from "../../ports/signin/ClientRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** Programs that register themselves as clients (RFC 7591). */
export class Registrations extends Effect.Service<Registrations>()("application/Registrations", {
  effect: Effect.gen(function* () {
    const clients = yield* ClientRepository
    const { isRegistrationOpen } = yield* Settings
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("client registrations"))

    return {
      /** Fails with `NotFound` if the operator lets no program register itself. */
      demandOpen: isRegistrationOpen
        ? Effect.void
        : new NotFound({ details: "There is no such path: an operator registers clients." }),
      /**
       * Registers a client for a program at a network address. Fails with `SignInRefused` if its metadata are not
       * possible, and with `TooManyRequests` if there are too many clients.
       */
      register: fn("Registrations.register")(function* (
        request: RegistrationRequest,
        { network, requestId }: { readonly network: string; readonly requestId: string }
      ) {
        const client = { ...(yield* registeredClient(request)), id: selfRegisteredId(crypto.randomUUID()) }
        // The address itself is not stored.
        const from = createHmac("sha256", key).update(network).digest("base64url")
        yield* Effect.provideService(clients.register(client, from), Caller, { userId: null, requestId })
        return { ...client, registeredAt: Math.floor((yield* Clock.currentTimeMillis) / 1000) }
      })
    }
  })
}) {}
