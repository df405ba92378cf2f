import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import type { Operation, Project } from "../../api/Views.ts"
import { counted, inPercent } from "../../Texts.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Busy, Fault, type Loading, useLoaded } from "../../ui/Loaded.tsx"
import { Progress } from "../../upload/UploadRow.tsx"
import { uploads } from "../../upload/Uploads.ts"
import { texts } from "./ProjectTexts.ts"
import { ReportButton } from "./Report.tsx"

const shownOperations = 20
/**
 * Time in milliseconds until operations are polled again, while one is running and while none is: other users may start
 * one.
 */
const pauses = { running: 1500, idle: 15_000 }

interface Listed {
  readonly operations: ReadonlyArray<Operation>
}

const isOn = ({ status }: Operation): boolean => status === "Queued" || status === "InProgress"

/**
 * Polls the operations of a project, also after a failed request. `known`: the operations last read, null until then;
 * `imported`: the ids of finished imports among them.
 */
export const useOperations = (project: Project) => {
  const loading = useLoaded(
    (signal) => call<Listed>("GET", `/projects/${project.id}/operations?pageSize=${shownOperations}`, { signal }),
    [project.id]
  )
  const { state } = loading
  const last = useRef<ReadonlyArray<Operation> | null>(null)
  if (state.tag === "Ready") last.current = state.value.operations
  const known = last.current
  useEffect(() => {
    if (state.tag === "Loading") return undefined
    const isRunning = state.tag === "Ready" && state.value.operations.some(isOn)
    const timer = setTimeout(loading.reload, isRunning ? pauses.running : pauses.idle)
    return () => clearTimeout(timer)
  }, [state])
  const imports = known?.filter(({ kind, status }) => kind === "ImportIfc" && status === "Ready")
  return { loading, known, imported: imports?.map(({ id }) => id).join() ?? null }
}

/** Returns the name of the file if this window started the operation. */
const fileOf = ({ id }: Operation): string | undefined =>
  uploads.value.find(({ stage }) => "operation" in stage && stage.operation?.id === id)?.file.name

const Row = ({ changed, operation }: { readonly operation: Operation; readonly changed: () => void }) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { error, errorDetails, id, kind, percentageCompleted, reportUrl, status } = operation
  const cancel = async () => {
    const answer = await call("DELETE", `/operations/${id}`)
    if ("failure" in answer) return setFailure(answer.failure)
    changed()
  }
  return (
    <tr>
      <td>
        {texts.operations.kinds[kind] ?? kind} {fileOf(operation)}{" "}
        <small>
          <code title={texts.problem.operationId}>{id}</code>
        </small>
      </td>
      <td>
        {texts.operations.statuses[status]}
        {status === "InProgress" && (
          <>
            {" "}
            {inPercent(percentageCompleted)} <Progress label={texts.operations.status} value={percentageCompleted} />
          </>
        )}
      </td>
      <td>
        {errorDetails} {error !== undefined && <code>{error}</code>} {failure !== null && <Fault failure={failure} />}
      </td>
      <td>
        {reportUrl !== undefined && <ReportButton url={reportUrl} />}
        {isOn(operation) && (
          <button type="button" aria-label={texts.operations.cancel(id)} onClick={() => void cancel()}>
            {texts.cancel}
          </button>
        )}
      </td>
    </tr>
  )
}

/** Renders the running and the latest operations of a project, with failure reasons and buttons to cancel. */
export const Operations = ({
  known,
  loading
}: {
  readonly known: ReadonlyArray<Operation> | null
  readonly loading: Loading<Listed>
}) => {
  const summary = useRef<HTMLElement>(null)
  const within = useKeptFocus<HTMLDetailsElement>(() => summary.current)
  return (
    <>
      <details class="operations" ref={within}>
        <summary ref={summary}>
          {texts.operations.title} {known !== null && `(${counted(known.length)})`}
        </summary>
        {known === null ? (
          loading.state.tag === "Loading" && <Busy />
        ) : known.length === 0 ? (
          <p class="soft">{texts.operations.none}</p>
        ) : (
          <table class="list">
            <thead>
              <tr>
                <th>{texts.operations.kind}</th>
                <th>{texts.operations.status}</th>
                <th>{texts.operations.why}</th>
                <th>
                  <span class="unseen">{texts.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {known.map((operation) => (
                <Row key={operation.id} operation={operation} changed={loading.reload} />
              ))}
            </tbody>
          </table>
        )}
      </details>
      {loading.state.tag === "Failed" && (
        <p>
          {texts.operations.notRead} <Fault failure={loading.state.failure} retry={loading.reload} />
        </p>
      )}
    </>
  )
}
