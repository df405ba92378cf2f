import { setTimeout as sleep } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { limits } from "../../../domain/Limits.ts"
import { collecting, type Structure, withLeft } from "../Answer.ts"
import { type ApiClient, idOf } from "../ApiClient.ts"
import * as Arguments from "../Arguments.ts"
import { ofLists } from "../Rows.ts"
import * as Specifications from "../Specifications.ts"
import * as Tool from "../Tool.ts"

type Members = Readonly<Record<string, unknown>>

/** The longest pause between two looks at a check, in milliseconds. */
const longestPause = 1000

interface Operation extends Structure {
  readonly id: string
  readonly status: string
}

/** Returns an operation when it has ended, or as it is after some seconds. */
export const waitedFor = async (
  api: ApiClient,
  operationId: string,
  seconds = limits.waitOfTool.most
): Promise<Operation> => {
  const until = performance.now() + seconds * 1000
  for (let pause = 50; ; pause = Math.min(pause * 2, longestPause)) {
    const operation = (await api.json(`/v1/operations/${idOf("operationId", operationId)}`)) as Operation
    const isOver = operation.status === "Ready" || operation.status === "Failed"
    if (isOver || performance.now() + pause > until) return operation
    await sleep(pause, undefined, { signal: api.signal })
  }
}

/** Returns the specifications of a result of a check, starting with the given one. */
const resultOf = async (api: ApiClient, root: string, operation: Operation, from: number): Promise<Structure> => {
  const links = (await api.json(`${root}/checks/${operation.id}/result`)) as Readonly<Record<string, string>>
  const { pathname } = new URL(links["downloadUrl"]!)
  // The public URL may have a path in front, which a proxy removes.
  const file = pathname.slice(pathname.indexOf("/v1/files/"))
  const { add, cuts, rows } = collecting()
  const specifications = Specifications.collecting(from, add)
  let others: Members = {}
  await api.scan(
    file,
    {},
    (path) => specifications.isWanted(path) || path[0] === "status" || path[0] === "requirements",
    (path, value) => {
      if (path[0] === "specifications") return specifications.take(path, value)
      others = { ...others, [String(path[0])]: value }
      return true
    }
  )
  const next = specifications.end()
  const { requirements, status } = others
  const result = {
    requirements,
    result: status,
    specifications: rows,
    csvUrl: links["csvUrl"],
    bcfUrl: links["bcfUrl"]
  }
  return withLeft(result, { next, cuts: cuts() })
}

const operationOf = ({ error, errorDetails, id, percentageCompleted, status }: Operation): Members => ({
  id,
  status,
  percentageCompleted,
  ...(error === undefined ? {} : { error, errorDetails })
})

export const checkRequirements = Tool.make({
  name: "check_requirements",
  title: "Check requirements (IDS)",
  description:
    "Checks a model, as the user sees it, against a document of requirements of the project (IDS). Without requirementsId it lists the documents. Waits 30 seconds; if the check takes longer, call again with the operationId of the result.",
  effects: "starts",
  input: Schema.Struct({
    ...Arguments.inModel,
    requirementsId: Arguments.maybeId("The id of the document"),
    operationId: Arguments.maybeText("A check that was started before, instead of requirementsId"),
    ...Arguments.next
  }),
  output: {
    documents: Tool.listOf("id, title, version, specifications of the documents, where neither id was given"),
    operation: { type: "object", description: "id, status (Queued, InProgress, Ready, Failed), percentageCompleted" },
    requirements: { type: "object", description: "id and title of the document" },
    result: { type: "string", description: "Passed, Failed or NotApplicable" },
    specifications: Tool.listOf(
      "name, status, applicable, passed, failed, requirements: text, passed, failed, failures (the first ones): guid, class, name, reason"
    ),
    csvUrl: { type: "string", description: "All failures as CSV, for seven days" },
    bcfUrl: { type: "string", description: "A BCF file with a topic for each requirement that is not met" }
  },
  required: [],
  run: async ({ modelId, next, operationId, projectId, requirementsId }, api) => {
    const project = `/v1/projects/${idOf("projectId", projectId)}`
    const root = `${project}/models/${idOf("modelId", modelId)}`
    const place = Arguments.placeOf(next)
    if (operationId === undefined && requirementsId === undefined) return documentsOf(api, project, place)
    const started = operationId ?? ((await api.json(`${root}/checks`, startOf(requirementsId!))) as Operation).id
    const operation = await waitedFor(api, started)
    if (operation.status !== "Ready") return { operation: operationOf(operation) }
    const result = await resultOf(api, root, operation, place.row)
    const goesOn = result["next"] === undefined ? {} : { leftOut: goOnWith(operation.id, result) }
    return { operation: operationOf(operation), ...result, ...goesOn }
  }
})

/** Follow-up calls name the operation, so that they do not check again. */
const goOnWith = (operationId: string, { leftOut }: Structure): string =>
  `${String(leftOut)} Pass operationId "${operationId}" then, instead of requirementsId.`

const startOf = (requirementsId: string | number) => {
  const id = Number(requirementsId)
  return { method: "POST", body: { requirementsId: Number.isSafeInteger(id) ? id : requirementsId } } as const
}

const documentsOf = async (api: ApiClient, project: string, place: Arguments.Place): Promise<Structure> => {
  const part = {
    path: `${project}/requirements`,
    isRow: (path: ReadonlyArray<string | number>) => path[0] === "requirements" && path.length === 2,
    rowOf: (row: unknown) => {
      const { date, id, specifications, title, version } = row as Members
      return { id, title, version, date, specifications }
    }
  }
  const { rows, ...left } = await ofLists(api, [part], place)
  return withLeft({ documents: rows }, left)
}
