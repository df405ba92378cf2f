import { useEffect, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { Link } from "../../../address/Link.tsx"
import type { Check, RequirementsDocument } from "../../../../../sdk/plinth.ts"
import type { Failure } from "../../../api/Failure.ts"
import { Busy, Fault, Loaded, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { counted, timed } from "../../../Texts.ts"
import { texts } from "../../CheckTexts.ts"
import { published } from "../edit/Editing.ts"
import { projectOf } from "../Query.ts"
import { checksOf, documentsOf, endOf, resultOf, runningOf, startCheck } from "./CheckCalls.ts"
import { Result } from "./Result.tsx"
import { awaited, chosenDocument, failing, stateOf } from "./Shown.ts"

const words = texts.checks

/** Shows the result of a check; it stays in the address while its failures are mended. */
const show = (id: string): void => choose({ check: id })

/** Most versions in the trend. */
const mostVersions = 20

const trendLabel = ({ outcome, startedAt }: Check): string => words.trendAbout(timed(startedAt), outcome!.failures)

/** Renders the numbers of failures of the versions that were checked automatically, oldest first. */
const Trend = ({ checks }: { readonly checks: ReadonlyArray<Check> }) => {
  const ended = checks
    .filter(({ isAutomatic, outcome }) => isAutomatic && outcome !== undefined)
    .slice(0, mostVersions)
    .toReversed()
  if (ended.length < 2) return null
  const most = Math.max(1, ...ended.map(({ outcome }) => outcome!.failures))
  return (
    <figure class="trend">
      <figcaption>{words.trend}</figcaption>
      <ol>
        {ended.map((check) => (
          <li key={check.operationId} title={trendLabel(check)}>
            <span class="bar" style={{ height: `${Math.max(4, (check.outcome!.failures / most) * 100)}%` }} />
            <span class="unseen">{trendLabel(check)}</span>
          </li>
        ))}
      </ol>
      <p class="soft ends" aria-hidden="true">
        <span>{trendLabel(ended[0]!)}</span>
        <span>{trendLabel(ended.at(-1)!)}</span>
      </p>
    </figure>
  )
}

const List = (properties: {
  readonly checks: ReadonlyArray<Check>
  readonly shown: string | null
  readonly show: (id: string) => void
}) => (
  <table class="list">
    <caption class="unseen">{words.earlier}</caption>
    <thead>
      <tr>
        <th>{words.when}</th>
        <th>{words.result}</th>
        <th class="number">{words.failures}</th>
      </tr>
    </thead>
    <tbody>
      {properties.checks.map(({ isAutomatic, operationId, outcome, startedAt, status, title }) => (
        <tr key={operationId}>
          <td>
            {outcome === undefined ? (
              timed(startedAt)
            ) : (
              <button
                type="button"
                class="plain"
                aria-pressed={properties.shown === operationId}
                aria-label={words.show(title, timed(startedAt))}
                onClick={() => properties.show(operationId)}
              >
                {timed(startedAt)}
              </button>
            )}
            <div class="soft">
              {title}, {isAutomatic ? words.automatic : words.own}
            </div>
          </td>
          <td>
            {outcome === undefined ? (
              words.status(status)
            ) : (
              <span class={stateOf(outcome.result)}>{words.of(outcome.result)}</span>
            )}
          </td>
          <td class="number">{outcome === undefined ? null : counted(outcome.failures)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Loads the result of a check and colours what fails. */
const Shown = ({ base, id }: { readonly base: string; readonly id: string }) => {
  const loading = useLoaded((signal) => resultOf(base, id, signal), [base, id])
  const { state } = loading
  useEffect(() => {
    if (state.tag !== "Ready") return
    const { specifications } = state.value.result
    failing.value = new Set(
      specifications.flatMap(({ failures = [], requirements }) =>
        [...failures, ...requirements.flatMap((one) => one.failures)].flatMap(({ guid }) => guid ?? [])
      )
    )
  }, [state])
  return <Loaded of={loading}>{(read) => <Result base={base} read={read} />}</Loaded>
}

interface ChecksProperties {
  readonly base: string
}

const Documents = ({
  base,
  documents
}: ChecksProperties & {
  readonly documents: ReadonlyArray<RequirementsDocument>
}) => {
  const document = (documents.find(({ id }) => id === chosenDocument.value) ?? documents[0]!).id
  const [isStarting, setStarting] = useState(false)
  const running = awaited.value?.base === base ? awaited.value.id : null
  const [percent, setPercent] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const shown = place.value.query.get("check")
  const checks = useLoaded((signal) => checksOf(base, signal), [base, published.value], [base])
  const { state } = checks
  // A check goes on while the page is left or loaded again.
  useEffect(() => {
    const check = state.tag === "Ready" && running === null ? runningOf(state.value.checks) : undefined
    if (check !== undefined) awaited.value = { base, id: check.operationId }
  }, [state])
  useEffect(() => {
    if (running === null) return undefined
    const control = new AbortController()
    setPercent(0)
    void endOf(running, setPercent, control.signal).then((answer) => {
      if (control.signal.aborted) return
      awaited.value = null
      checks.reload()
      setFailure("failure" in answer ? answer.failure : null)
      if ("value" in answer) show(answer.value)
    })
    return () => control.abort()
  }, [base, running])
  const start = async () => {
    setStarting(true)
    setFailure(null)
    const answer = await startCheck(base, document)
    setStarting(false)
    if ("failure" in answer) setFailure(answer.failure)
    else awaited.value = { base, id: answer.value.id }
  }
  const isBusy = isStarting || running !== null
  const known = state.tag === "Ready" ? state.value.checks : []
  return (
    <>
      <p class="soft">{words.about}</p>
      <p class="row">
        <label>
          {words.document}{" "}
          <select
            value={document}
            onChange={({ currentTarget }) => void (chosenDocument.value = Number(currentTarget.value))}
          >
            {documents.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void start()}>
          {shown === null ? words.start : words.again}
        </button>
      </p>
      {isBusy && <Busy text={words.running(percent)} />}
      {failure !== null && <Problem failure={failure} />}
      {shown !== null && <Shown base={base} id={shown} />}
      <h2>{words.earlier}</h2>
      {state.tag === "Failed" && <Fault failure={state.failure} retry={checks.reload} />}
      <Trend checks={known.filter(({ requirementsId }) => requirementsId === document)} />
      {known.length > 0 ? (
        <List checks={known} shown={shown} show={show} />
      ) : (
        state.tag === "Ready" && <p class="soft">{words.noEarlier}</p>
      )}
    </>
  )
}

/** Renders the checks of a model: a new one, its result, and the earlier ones. */
export const ChecksPanel = ({ base }: ChecksProperties) => {
  const loading = useLoaded((signal) => documentsOf(base, signal), [base])
  return (
    <div class="checkpanel">
      <Loaded of={loading}>
        {({ requirements }) =>
          requirements.length === 0 ? (
            <>
              <p class="soft">{words.none}</p>
              <Link to={projectOf(base)} query={new URLSearchParams({ tab: "requirements" })}>
                {words.toRequirements}
              </Link>
            </>
          ) : (
            <Documents base={base} documents={requirements} />
          )
        }
      </Loaded>
    </div>
  )
}
