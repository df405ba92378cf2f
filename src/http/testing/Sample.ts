import type { CallOptions } from "./TestService.ts"
import type { World } from "./World.ts"

/** The parts of a request with which an endpoint does its work: parameters other than those of the world, query, body, headers. */
export interface Sample extends Omit<CallOptions, "token"> {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
}

export type MakeSample = (world: World) => Sample | Promise<Sample>
