import type { CallOptions } from "./TestService.ts"
import type { World } from "./World.ts"

/** What to send to an endpoint so that it does its work: parameters other than the world's, query, body, headers. */
export interface Sample extends Omit<CallOptions, "token"> {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
}

export type MakeSample = (world: World) => Sample | Promise<Sample>
