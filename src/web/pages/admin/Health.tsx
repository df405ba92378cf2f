import { call } from "../../api/Call.ts"
import type { AdminHealth } from "../../api/Views.ts"
import { counted } from "../../Texts.ts"
import { useLoaded } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { kindOf } from "../project/operations/Operation.ts"
import { StateTag } from "../project/operations/StateTag.tsx"
import { texts } from "./AdminTexts.ts"
import { Part } from "./Part.tsx"

const words = texts.health

type Check = readonly [part: string, state: string]

/** Renders whether something works, in words and in colour. */
const Verdict = ({ isGood, text }: { readonly isGood: boolean; readonly text: string }) => (
  <span class={isGood ? "state ready" : "state failed"}>{text}</span>
)

const checkColumns: ReadonlyArray<Column<Check>> = [
  { label: words.part, cell: ([part]) => words.names[part] ?? part },
  {
    label: words.state,
    cell: ([, state]) => <Verdict isGood={state === "ok"} text={words.states[state] ?? state} />
  }
]

type Waiting = AdminHealth["waiting"][number]

const waitingColumns: ReadonlyArray<Column<Waiting>> = [
  { label: texts.operations.kind, cell: kindOf },
  { label: words.state, cell: ({ status }) => <StateTag state={status} /> },
  { label: words.count, isNumber: true, cell: ({ count }) => counted(count) }
]

/** Renders the state of the service: its parts, its version, its work and its workers. */
export const Health = () => {
  const loading = useLoaded((signal) => call<AdminHealth>("GET", "/admin/health", { signal }), [])
  return (
    <Part title={texts.admin.tabs.health} loading={loading}>
      {({ checks, status, version, waiting, workers }) => (
        <>
          <p>
            <strong>
              <Verdict isGood={status === "ready"} text={status === "ready" ? words.ready : words.unavailable} />
            </strong>{" "}
            <span class="soft">{words.version(version)}</span>
          </p>
          <div class="group">
            <Table
              caption={words.parts}
              columns={checkColumns}
              rows={Object.entries(checks)}
              keyOf={([part]) => part}
            />
          </div>
          <h3>{words.workers}</h3>
          <p>{words.workersOf(workers.busy, workers.alive, workers.wanted)}</p>
          <h3>{words.waiting}</h3>
          {waiting.length === 0 ? (
            <p class="soft">{words.noneWaiting}</p>
          ) : (
            <div class="group">
              <Table
                caption={words.waiting}
                columns={waitingColumns}
                rows={waiting}
                keyOf={({ kind, status }) => `${kind} ${status}`}
              />
            </div>
          )}
        </>
      )}
    </Part>
  )
}
