import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { type Answer, type Failure, toldOf } from "../api/Failure.ts"
import { texts } from "../Texts.ts"
import { titleOf } from "../words/FailureTitles.ts"

/** State of a request. */
type State<A> =
  | { readonly tag: "Loading" }
  | { readonly tag: "Failed"; readonly failure: Failure }
  | { readonly tag: "Ready"; readonly value: A }

export interface Loading<A> {
  readonly state: State<A>
  /** Sends the request again; the current value stays until the response arrives. */
  readonly reload: () => void
}

/**
 * Sends a request, again whenever an input changes, and aborts requests that are no longer wanted. The current value
 * stays until the response arrives, as long as `of` is unchanged. Null sends nothing.
 */
export const useLoaded = <A,>(
  ask: ((signal: AbortSignal) => Promise<Answer<A>>) | null,
  inputs: ReadonlyArray<unknown>,
  of: ReadonlyArray<unknown> = inputs
): Loading<A> => {
  const [state, setState] = useState<State<A>>({ tag: "Loading" })
  const [round, setRound] = useState(0)
  const key = JSON.stringify(inputs)
  useEffect(() => setState({ tag: "Loading" }), [JSON.stringify(of)])
  useEffect(() => {
    if (ask === null) return undefined
    const control = new AbortController()
    void ask(control.signal).then((answer) => {
      if (control.signal.aborted) return
      setState("value" in answer ? { tag: "Ready", value: answer.value } : { tag: "Failed", failure: answer.failure })
    })
    return () => control.abort()
  }, [key, round])
  return { state, reload: () => setRound((before) => before + 1) }
}

/**
 * Renders a button that retries a failed request. It shows that it is busy until the response arrives, which may be the
 * same failure again.
 */
const Retry = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => {
  const [asked, setAsked] = useState<Failure | null>(null)
  const isBusy = asked === failure
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return
        setAsked(failure)
        retry()
      }}
    >
      {isBusy ? texts.problem.retrying : texts.problem.retry}
    </button>
  )
}

/** Renders a failure with its code and the id under which it is in the service's log. */
export const Problem = ({ failure, retry }: { readonly failure: Failure; readonly retry?: () => void }) => (
  <div class="problem" role="alert">
    <h2>{titleOf(failure.code) ?? texts.problem.title(failure.status)}</h2>
    <p>{failure.details}</p>
    <dl class="facts">
      <dt>{texts.problem.code}</dt>
      <dd>
        <code>{failure.code}</code>
      </dd>
      {failure.requestId !== null && (
        <>
          <dt>{texts.problem.requestId}</dt>
          <dd>
            <code>{failure.requestId}</code>
          </dd>
        </>
      )}
      {failure.operationId !== undefined && (
        <>
          <dt>{texts.problem.operationId}</dt>
          <dd>
            <code>{failure.operationId}</code>
          </dd>
        </>
      )}
    </dl>
    {retry !== undefined && <Retry failure={failure} retry={retry} />}
  </div>
)

/** Renders the failure of a part of the page inline. */
export const Fault = ({ failure, retry }: { readonly failure: Failure; readonly retry?: () => void }) => (
  <span class="fault" role="alert">
    {toldOf(failure)} <code>{failure.code}</code>{" "}
    {failure.requestId !== null && (
      <small>
        {texts.problem.requestId} <code>{failure.requestId}</code>
      </small>
    )}{" "}
    {failure.operationId !== undefined && (
      <small>
        {texts.problem.operationId} <code>{failure.operationId}</code>
      </small>
    )}{" "}
    {retry !== undefined && <Retry failure={failure} retry={retry} />}
  </span>
)

export const Busy = ({ text = texts.loading }: { readonly text?: string }) => (
  <p class="busy" role="status">
    {text}
  </p>
)

/** Renders a message that nothing is there, and what to do about it. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

/** Renders the value of a request, or why it is missing. */
export const Loaded = <A,>({
  children,
  of: { reload, state }
}: {
  readonly of: Loading<A>
  readonly children: (value: A) => ComponentChildren
}) => {
  if (state.tag === "Loading") return <Busy />
  if (state.tag === "Failed") return <Problem failure={state.failure} retry={reload} />
  return <>{children(state.value)}</>
}
