import * as Context from "effect/Context"
import type { Client, ClientId } from "../../domain/signin/Client.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** The programs that sign users in. */
export class ClientRepository extends Context.Tag("ports/ClientRepository")<
  ClientRepository,
  {
    /** False where the id is taken. */
    readonly add: (client: Client) => Written<boolean>
    /** All of them, by id. */
    readonly list: Read<ReadonlyArray<Client>>
    readonly find: (id: ClientId) => Found<Client>
    /** Ends its sign-ins too, with the access tokens issued for them. False where there is none. */
    readonly remove: (id: ClientId) => Written<boolean>
  }
>() {}
