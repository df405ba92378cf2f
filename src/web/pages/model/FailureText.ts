import type { Failure } from "../../api/Failure.ts"

/** Returns a failure in one line, with its code and its id in the service's log. */
export const failureText = ({ code, details, requestId }: Failure): string =>
  [details, code, requestId].filter((part) => part !== null && part !== "").join(" ")
