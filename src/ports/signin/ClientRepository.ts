import * as Context from "effect/Context"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { Client, ClientId } from "../../domain/signin/Client.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** A client that registers itself, under the name that it claims. It has no secret. */
export interface RegisteredClient extends Pick<Client, "id" | "redirectUris" | "scopes"> {
  readonly name: string | null
}

/** The OAuth clients: programs that sign users in. */
export class ClientRepository extends Context.Tag("ports/ClientRepository")<
  ClientRepository,
  {
    /** Adds a client of an operator; returns false if the id is taken. */
    readonly add: (client: Omit<Client, "registration">) => Written<boolean>
    /**
     * Adds a client that registers itself, with an entry in the audit of the service. `from` identifies the address of
     * the request. Fails with `TooManyRequests` if 100 clients were registered from this address within a day, or if
     * there are 10,000.
     */
    readonly register: (client: RegisteredClient, from: string) => Written<void, TooManyRequests>
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
