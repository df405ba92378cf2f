import { useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Operation } from "../../../api/Views.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import { canRetry, isOn, objectOf, refusalOf } from "./Operation.ts"
import { texts } from "./OperationTexts.ts"

/** Renders the buttons that cancel an operation or start it again, and why the service refused. */
export const Acts = (properties: {
  readonly operation: Operation
  /** Whether the user may start imports at all. */
  readonly mayRetry: boolean
  readonly cancelled: () => void
  readonly retried: () => void
}) => {
  const { mayRetry, operation } = properties
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const path = `/operations/${operation.id}`
  const send = async (method: "DELETE" | "POST", to: string, done: () => void) => {
    if (isSending) return
    setSending(true)
    setFailure(null)
    const answer = await call(method, to)
    setSending(false)
    if ("failure" in answer) setFailure(refusalOf(answer.failure))
    else done()
  }
  return (
    <>
      {isOn(operation) && (
        <button
          type="button"
          aria-label={texts.operations.cancel(objectOf(operation))}
          aria-disabled={isSending}
          onClick={() => void send("DELETE", path, properties.cancelled)}
        >
          {texts.cancel}
        </button>
      )}
      {mayRetry && canRetry(operation) && (
        <button
          type="button"
          aria-label={texts.operations.retryOf(objectOf(operation))}
          aria-disabled={isSending}
          onClick={() => void send("POST", `${path}/retry`, properties.retried)}
        >
          {texts.operations.retry}
        </button>
      )}
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}
