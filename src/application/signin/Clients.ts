import * as Effect from "effect/Effect"
import type { Client } from "../../domain/signin/Client.ts"
import { ClientRepository } from "../../ports/signin/ClientRepository.ts"
import { digestOf, opaque } from "../common/Opaque.ts"

/** Programs that sign users in. */
export class Clients extends Effect.Service<Clients>()("application/Clients", {
  effect: Effect.map(ClientRepository, (clients) => ({
    list: clients.list,
    find: clients.find,
    /** Also gives its secret where it has one, which is not kept. Null where the id is taken. */
    add: (client: Omit<Client, "secretHash">, hasSecret: boolean) =>
      Effect.suspend(() => {
        const secret = hasSecret ? opaque() : null
        const secretHash = secret === null ? null : digestOf(secret)
        return Effect.map(clients.add({ ...client, secretHash }), (isNew) => (isNew ? { secret } : null))
      }),
    /** Ends its sign-ins too. False where there is none. */
    remove: clients.remove
  }))
}) {}
