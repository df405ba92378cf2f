import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Overloaded } from "../domain/Errors.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"
import type { Pull } from "../runtime/Pull.ts"

/** What the storage says. */
export type Read<A, E = never, R = never> = Effect.Effect<A, E | StorageUnavailable, R>

/** What the storage says of one thing; `None` where there is no such thing. */
export type Found<A, E = never> = Read<Option.Option<A>, E>

/** A list of any length, as it is taken. What is kept of it meanwhile is counted by `Holding`, which may refuse it. */
export type Listed<A> = Pull<A, StorageUnavailable | Overloaded>

/** What the storage gives for a change that is all done or not at all. */
export type Written<A, E = never, R = never> = Effect.Effect<A, E | StorageUnavailable | OutcomeUnknown, R>

/** A part of a list: `page` counts from 1. */
export interface Page {
  readonly page: number
  readonly pageSize: number
}

/** What a page holds, and how many there are in all. */
export interface Paged<A> {
  readonly items: ReadonlyArray<A>
  readonly totalCount: number
}
