import type { PolicyShape } from "../errors/Policy.ts"

/** Returns whether a request asks only for a preview of a change. */
const isAsked = (policy: PolicyShape, url: URL): boolean =>
  policy.takesDryRun && url.searchParams.get("dryRun")?.toLowerCase() === "true"

/** Returns the policy of a request: a dry run renews no session, and its answer is not kept. */
export const policyOf = (policy: PolicyShape, url: URL): PolicyShape =>
  isAsked(policy, url) ? { ...policy, session: "ignored", keepsAnswer: false } : policy
