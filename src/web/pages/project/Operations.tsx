import { useEffect, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import type { Operation } from "../../api/Views.ts"
import { inPercent, timed } from "../../Texts.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Busy, Empty, Fault } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { Progress } from "../../upload/UploadRow.tsx"
import { compareNames } from "../../words/Format.ts"
import { useOwnSubject } from "../OwnSubject.ts"
import { lasted } from "../Sizes.ts"
import { Bar, heading } from "./Library.tsx"
import { Acts } from "./operations/Acts.tsx"
import { durationOf, isOn, kindOf, personOf, stateOf, states } from "./operations/Operation.ts"
import { texts } from "./operations/OperationTexts.ts"
import { Reason } from "./operations/Reason.tsx"
import { StateTag } from "./operations/StateTag.tsx"
import { useOperations } from "./operations/UseOperations.ts"
import { mayWrite, type PartProperties } from "./Part.ts"
import { ReportButton } from "./Report.tsx"

const words = texts.operations

/** Number of operations that are read at first, and that each press of the button adds. */
const step = 50
/** Largest page of the service. */
const most = 5000

/** Returns the time now, again every second while `isRunning`. */
const useNow = (isRunning: boolean): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return isRunning ? Math.max(now, Date.now()) : now
}

const Progressing = ({ operation }: { readonly operation: Operation }) => (
  <>
    <StateTag state={stateOf(operation)} />
    {operation.status === "InProgress" && (
      <>
        {" "}
        {inPercent(operation.percentageCompleted)}{" "}
        <Progress label={words.status} value={operation.percentageCompleted} />
      </>
    )}
  </>
)

/** Renders a choice that is kept in the address under `name`. */
const Choice = (properties: {
  readonly name: string
  readonly label: string
  readonly all: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
}) => {
  const { all, label, name, options } = properties
  const chosen = place.value.query.get(name) ?? ""
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget: { value } }) => choose({ [name]: value === "" ? null : value })}
    >
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  )
}

const optionsOf = (
  operations: ReadonlyArray<Operation>,
  optionOf: (operation: Operation) => readonly [value: string, label: string]
): ReadonlyArray<readonly [value: string, label: string]> =>
  [...new Map(operations.map(optionOf))].toSorted(([, a], [, b]) => compareNames(a, b))

/** Returns the operations that the address asks for: by state, kind and person. */
const chosenOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> => {
  const { query } = place.value
  const fits = (name: string, value: string): boolean => (query.get(name) ?? value) === value
  return operations.filter((one) => fits("state", stateOf(one)) && fits("kind", one.kind) && fits("person", one.userId))
}

const columnsOf = (
  { project }: PartProperties,
  self: string | null,
  now: number,
  act: { readonly cancelled: () => void; readonly retried: () => void }
): ReadonlyArray<Column<Operation>> => [
  { label: words.at, hasWords: true, cell: ({ createdAt }) => <span class="moment">{timed(createdAt)}</span> },
  { label: words.kind, hasWords: true, cell: (one) => <span title={one.id}>{kindOf(one)}</span> },
  {
    label: words.model,
    cell: ({ kind, modelId, modelName, status }) =>
      modelName === undefined ? (
        <span class="soft">{words.noModel}</span>
      ) : kind === "ImportIfc" && status !== "Ready" ? (
        modelName
      ) : (
        <Link to={`/projects/${project.id}/models/${modelId}`}>{modelName}</Link>
      )
  },
  { label: words.file, cell: ({ fileName }) => fileName },
  { label: words.by, cell: personOf },
  {
    label: words.took,
    isNumber: true,
    cell: (one) => {
      const milliseconds = durationOf(one, now)
      return milliseconds === null ? isOn(one) ? <span class="soft">{words.waits}</span> : null : lasted(milliseconds)
    }
  },
  { label: words.status, cell: (one) => <Progressing operation={one} /> },
  { label: words.why, cell: (one) => <Reason operation={one} /> },
  {
    label: texts.actions,
    isUnseen: true,
    cell: (one) => (
      <span class="row">
        {one.reportUrl !== undefined && <ReportButton url={one.reportUrl} />}
        <Acts operation={one} mayRetry={mayWrite(project) || one.userId === self} {...act} />
      </span>
    )
  }
]

/** Renders the operations of a project: what ran when, for whom, how long and how it ended. */
export const Operations = ({ project }: PartProperties) => {
  const [size, setSize] = useState(step)
  const { known, loading, totalCount } = useOperations(project, size)
  const [hasRetried, setRetried] = useState(false)
  const self = useOwnSubject()
  const now = useNow(known?.some(isOn) === true)
  const within = useKeptFocus<HTMLElement>(heading)
  const shown = known === null ? [] : chosenOf(known)
  const act = {
    cancelled: loading.reload,
    retried: () => {
      setRetried(true)
      heading()?.focus()
      loading.reload()
    }
  }
  return (
    <section class="part" ref={within}>
      <Bar title={words.title}>
        {known !== null && known.length > 0 && (
          <>
            <Choice
              name="state"
              label={words.status}
              all={words.anyStatus}
              options={states.map((state) => [state, words.statuses[state]] as const)}
            />
            <Choice
              name="kind"
              label={words.kind}
              all={words.anyKind}
              options={optionsOf(known, (one) => [one.kind, kindOf(one)])}
            />
            <Choice
              name="person"
              label={words.by}
              all={words.anyone}
              options={optionsOf(known, (one) => [one.userId, personOf(one)])}
            />
          </>
        )}
      </Bar>
      {loading.state.tag === "Failed" && (
        <p>
          {words.notRead} <Fault failure={loading.state.failure} retry={loading.reload} />{" "}
          {known !== null && words.notReadHint}
        </p>
      )}
      <p class="soft" role="status">
        {hasRetried && words.retried}
      </p>
      {known === null ? (
        loading.state.tag === "Loading" && <Busy />
      ) : known.length === 0 ? (
        <Empty title={words.none}>
          <p>{words.noneHint}</p>
        </Empty>
      ) : (
        <>
          {shown.length === 0 ? (
            <p class="soft">{words.noMatch}</p>
          ) : (
            <Table
              caption={words.list}
              columns={columnsOf({ project }, self, now, act)}
              rows={shown}
              keyOf={({ id }) => id}
            />
          )}
          <div class="row">
            <span class="soft">{words.shown(shown.length, known.length, totalCount)}</span>
            {known.length < totalCount && size < most && (
              <button type="button" onClick={() => setSize(Math.min(most, size + step))}>
                {words.more}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
