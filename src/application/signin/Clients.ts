import * as Effect from "effect/Effect"
import type { Client } from "../../domain/signin/Client.ts"
import { ClientRepository } from "../../ports/signin/ClientRepository.ts"
import { digestOf, opaque } from "../common/Opaque.ts"

/** OAuth clients: programs that sign users in. */
export class Clients extends Effect.Service<Clients>()("application/Clients", {
  effect: Effect.map(ClientRepository, (clients) => ({
    list: clients.list,
    find: clients.find,
    /**
     * Adds a client and returns its secret, if it has one; the secret itself is not stored. Returns null if the id is
     * taken.
     */
    add: (client: Omit<Client, "secretHash" | "registration">, hasSecret: boolean) =>
      Effect.suspend(() => {
        const secret = hasSecret ? opaque() : null
        const secretHash = secret === null ? null : digestOf(secret)
        return Effect.map(clients.add({ ...client, secretHash }), (isNew) => (isNew ? { secret } : null))
      }),
    /** Removes a client and ends its sign-ins. Returns false if there is no such client. */
    remove: clients.remove
  }))
}) {}
