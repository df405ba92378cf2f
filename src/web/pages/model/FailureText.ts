import { type Failure, toldOf } from "../../api/Failure.ts"

/** Returns a failure in one line, with its code and its id in the service's log. */
export const failureText = (failure: Failure): string =>
  [toldOf(failure), failure.code, failure.requestId].filter((part) => part !== null && part !== "").join(" ")
