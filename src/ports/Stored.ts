import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Overloaded } from "../domain/Errors.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"
import type { Pull } from "../runtime/Pull.ts"

/** Reads from the storage. */
export type Read<A, E = never, R = never> = Effect.Effect<A, E | StorageUnavailable, R>

/** Reads one item from the storage; `None` if it does not exist. */
export type Found<A, E = never> = Read<Option.Option<A>, E>

/** A list of any length, delivered on demand. The memory it holds is counted by `ListMemory`, which may refuse it. */
export type Listed<A> = Pull<A, StorageUnavailable | Overloaded>

/** Makes a change that takes effect completely or not at all. */
export type Written<A, E = never, R = never> = Effect.Effect<A, E | StorageUnavailable | OutcomeUnknown, R>

/** A page of a list; `page` counts from 1. */
export interface Page {
  readonly page: number
  readonly pageSize: number
}

/** The items of a page and the total number of items in the list. */
export interface Paged<A> {
  readonly items: ReadonlyArray<A>
  readonly totalCount: number
}
