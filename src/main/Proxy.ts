import process from "node:process"
import * as Effect from "effect/Effect"

const variables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]

/** Warns if the environment names a proxy: webhooks must connect to the addresses that were checked. */
export const warnOfProxy = Effect.suspend(() => {
  const named = variables.filter((name) => [name, name.toLowerCase()].some((one) => (process.env[one] ?? "") !== ""))
  return named.length === 0
    ? Effect.void
    : Effect.logWarning(`${named.join(", ")}: webhooks are sent without the proxy`)
})
