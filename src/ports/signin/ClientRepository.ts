import * as Context from "effect/Context"
import type { Client, ClientId } from "../../domain/signin/Client.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** The OAuth clients: programs that sign users in. */
export class ClientRepository extends Context.Tag("ports/ClientRepository")<
  ClientRepository,
  {
    /** Adds a client; returns false if the id is taken. */
    readonly add: (client: Client) => Written<boolean>
    /** Returns all clients, in the order of their creation. */
    readonly list: Read<ReadonlyArray<Client>>
    readonly find: (id: ClientId) => Found<Client>
    /**
     * Removes a client and ends its sign-ins, with the access tokens issued for them. Returns false if there is no such
     * client.
     */
    readonly remove: (id: ClientId) => Written<boolean>
  }
>() {}
