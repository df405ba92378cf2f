import type { JsonObject } from "./Answer.ts"
import { same } from "./Check.ts"
import type { Context } from "./Context.ts"

/**
 * Returns an object without the member that has the name of the first user. Fails if the token has another name. If it
 * has none, the service may know a name from elsewhere, or none.
 */
export const withoutName = (context: Context, object: JsonObject, member: string): JsonObject => {
  const { [member]: name, ...rest } = object
  if (context.name !== null) same(member, name, context.name)
  return rest
}
