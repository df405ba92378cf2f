import type { Check, CheckLinks, CheckStatus, Operation, RequirementsDocument } from "../../../../../sdk/plinth.ts"
import { downloaded } from "../../../api/Calculate.ts"
import { call } from "../../../api/Call.ts"
import { type Answer, failureOfOperation } from "../../../api/Failure.ts"
import type { Operation as OperationState } from "../../../api/Views.ts"
import { projectOf } from "../Query.ts"

const pollMillis = 500

export interface CheckFailure {
  readonly guid: string | null
  readonly step: number
  readonly class: string
  readonly name: string | null
  readonly reason: string
}

interface Counted {
  readonly passed: number
  readonly failed: number
}

interface RequirementResult extends Counted {
  readonly text: string
  /** The topic about it in the BCF file of the result. */
  readonly topicGuid?: string
  readonly failures: ReadonlyArray<CheckFailure>
}

export interface SpecificationResult extends Counted {
  readonly name: string
  readonly status: CheckStatus
  readonly applicable: number
  readonly reason?: string
  /** The topic about it if it failed without a requirement. */
  readonly topicGuid?: string
  readonly failures?: ReadonlyArray<CheckFailure>
  readonly requirements: ReadonlyArray<RequirementResult>
}

export interface CheckResult {
  readonly operationId: string
  readonly requirements: { readonly id: number; readonly title: string }
  readonly status: CheckStatus
  readonly specifications: ReadonlyArray<SpecificationResult>
}

/** A result with the links to its files. */
export interface ReadCheck {
  readonly result: CheckResult
  readonly links: CheckLinks
}

export const documentsOf = (base: string, signal: AbortSignal) =>
  call<{ readonly requirements: ReadonlyArray<RequirementsDocument> }>("GET", `${projectOf(base)}/requirements`, {
    signal
  })

export const checksOf = (base: string, signal: AbortSignal) =>
  call<{ readonly checks: ReadonlyArray<Check>; readonly totalCount: number }>("GET", `${base}/checks?pageSize=100`, {
    signal
  })

/** Reads the result of a check that is Ready. */
export const resultOf = async (base: string, id: string, signal: AbortSignal): Promise<Answer<ReadCheck>> => {
  const links = await call<CheckLinks>("GET", `${base}/checks/${id}/result`, { signal })
  if ("failure" in links) return links
  const result = await downloaded<CheckResult>(links.value.downloadUrl, signal)
  return "code" in result ? { failure: result } : { value: { result, links: links.value } }
}

/** Starts a check of what the user sees. */
export const startCheck = (base: string, requirementsId: number): Promise<Answer<Operation>> =>
  call<Operation>("POST", `${base}/checks`, { body: { requirementsId } })

/** Returns the newest own check that has not ended. */
export const runningOf = (checks: ReadonlyArray<Check>): Check | undefined =>
  checks.find(({ isAutomatic, status }) => !isAutomatic && status !== "Ready" && status !== "Failed")

/** Waits for the end of a check. Returns its id, or why it failed. */
export const endOf = async (
  id: string,
  tell: (percent: number) => void,
  signal: AbortSignal
): Promise<Answer<string>> => {
  for (;;) {
    const answer = await call<OperationState>("GET", `/operations/${id}`, { signal })
    if ("failure" in answer) return answer
    const { percentageCompleted, status } = answer.value
    if (status === "Ready") return { value: id }
    if (status === "Failed") return { failure: { ...failureOfOperation(answer.value), operationId: id } }
    tell(percentageCompleted)
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
}
