import * as Effect from "effect/Effect"
import { Forbidden } from "../../domain/Errors.ts"
import type { Principal } from "../../domain/Principal.ts"
import { AccountRepository } from "../../ports/signin/AccountRepository.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"

/** People who administer the service. */
export class Operators extends Effect.Service<Operators>()("application/Operators", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const isOwn = (yield* TokenIssuer)._tag === "Own"

    return {
      /**
       * Fails with `Forbidden` if a caller with the scope `admin` is no operator. The account is looked up, because the
       * caller may have become or ceased to be one after the token was issued. In a provider's token the scope stands
       * for a claim, so the token itself says it.
       */
      demand: ({ userId }: Principal) =>
        isOwn
          ? Effect.asVoid(
              Effect.filterOrFail(
                accounts.isOperator(userId),
                (isOperator) => isOperator,
                () => new Forbidden({ details: "This is for operators of the service." })
              )
            )
          : Effect.void
    }
  })
}) {}
