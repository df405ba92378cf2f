/** The refusal of a tool: a code of contract section 10 and one sentence, which the program gets as the result. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly details: string,
    /** Further members of the result. */
    readonly more: Readonly<Record<string, unknown>> = {}
  ) {
    super(details)
  }
}

/** The members of both layouts of error bodies. */
interface ErrorBody {
  readonly error?: string
  readonly errorDetails?: string
  readonly type?: string
  readonly detail?: string
  readonly errors?: ReadonlyArray<unknown>
}

const codeOf = (type: string): string =>
  type
    .split(":")
    .at(-1)!
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")

/** The most faults of a body that a refusal lists. */
const mostFaults = 20

/** Returns the refusal that an error body of the API, in either of its layouts, stands for. */
export const refusalOf = (status: number, body: unknown, retryAfter: string | null): Refusal => {
  const { detail, error, errorDetails, errors, type = "" } = (body ?? {}) as ErrorBody
  const code = errorDetails === undefined ? codeOf(type) : String(error)
  const details = errorDetails ?? detail ?? `The service answered ${status}.`
  return new Refusal(code, details, {
    ...(Array.isArray(errors) ? { errors: errors.slice(0, mostFaults) } : {}),
    ...(retryAfter === null ? {} : { retryAfterSeconds: Number(retryAfter) })
  })
}
