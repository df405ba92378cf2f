import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { availableParallelism } from "node:os"
import * as Postgres from "./postgres/Postgres.ts"
import * as Prepared from "./postgres/Prepared.ts"
import * as Repositories from "./Repositories.ts"

/** More connections would wait for the server's processors; fewer would wait for each other's round trips. */
const connections = Math.max(10, 2 * availableParallelism() + 2)

/**
 * The repositories over a PostgreSQL database, which several processes may share: when a process dies, others take over
 * its work as its leases expire. Fails as `Prepared.layer`.
 */
export const layer = (options: { readonly url: Redacted.Redacted }) =>
  Repositories.layerWithUsers.pipe(
    Layer.provide(Postgres.layer({ ...options, connections })),
    Layer.provide(Prepared.layer(options))
  )
