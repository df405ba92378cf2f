import * as Schema from "effect/Schema"

/** The result of a check, or of a specification in it. */
export const CheckStatus = Schema.Literal("Passed", "Failed", "NotApplicable").annotations({
  identifier: "CheckStatus"
})
export type CheckStatus = typeof CheckStatus.Type
