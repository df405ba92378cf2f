import type { Failure } from "../../api/Failure.ts"

/** A failure in one line, with its code and the id by which the service's log has it. */
export const saidOf = ({ code, details, requestId }: Failure): string =>
  [details, code, requestId].filter((part) => part !== null && part !== "").join(" ")
