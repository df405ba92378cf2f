import type { JWTPayload } from "jose"
import type { Principal, Scope } from "../../src/domain/Principal.ts"
import type { OidcSettings } from "./OidcSettings.ts"

/**
 * Returns the principal of a provider's token with the scope `admin` if a claim says that its user is an operator. The
 * claim alone decides: a scope of that name in the token counts for nothing.
 */
export const withOperator = (
  principal: Principal,
  claims: JWTPayload,
  { operator }: Pick<OidcSettings, "operator">
): Principal => {
  const scopes = new Set<Scope>(principal.scopes)
  scopes.delete("admin")
  if (operator !== null && [claims[operator.claim]].flat().includes(operator.value)) scopes.add("admin")
  return { ...principal, scopes }
}
