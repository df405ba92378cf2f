import { useMemo, useState } from "preact/hooks"
import { choose } from "../../../address/Address.ts"
import type { Failure } from "../../../api/Failure.ts"
import { Fault, useLoaded } from "../../../ui/Loaded.tsx"
import { fitted } from "../../../viewer/Camera.ts"
import { texts } from "../../CheckTexts.ts"
import { contextOf, createTopic, existingOf, type ViewpointDraft } from "../../topics/TopicCalls.ts"
import { projectOf } from "../Query.ts"
import { bcfCameraOf } from "../topics/ViewpointCamera.ts"
import { componentsOf } from "../topics/ViewpointComponents.ts"
import { stage } from "../view/Stage.ts"
import type { CheckResult } from "./CheckCalls.ts"
import { type CheckTopic, checkTopicsOf } from "./CheckTopics.ts"

const words = texts.checks.topic

/** Returns a view that selects products; the camera looks at them if the model is open and they have shapes. */
const viewOf = (failing: ReadonlyArray<string>): ViewpointDraft | null => {
  if (failing.length === 0) return null
  const viewer = stage.peek()
  const shapes = viewer?.shapesOf(failing) ?? []
  const components = { selection: componentsOf(failing), visibility: { default_visibility: true } }
  if (viewer === null || shapes.length === 0) return { components }
  const { least, most } = viewer.extent(shapes)
  const size = viewer.size()
  const camera = fitted(viewer.camera(), [...least, ...most], size.width, size.height)
  return { components, perspective_camera: bcfCameraOf(camera, size) }
}

/** The topics about what a check found, and the state of making them. */
interface CheckTopics {
  readonly topics: ReadonlyMap<number, CheckTopic>
  readonly mayWrite: boolean
  readonly isKnown: boolean
  readonly exists: (topic: CheckTopic) => boolean
  readonly isBusy: boolean
  readonly make: (topics: ReadonlyArray<CheckTopic>) => void
  /** The number of topics that were made, in words. */
  readonly told: string
  readonly failure: Failure | null
  readonly retry: (() => void) | undefined
}

export const useCheckTopics = (base: string, model: string, result: CheckResult): CheckTopics => {
  const project = projectOf(base)
  const topics = useMemo(() => checkTopicsOf(base, model, result), [base, model, result])
  const guids = [...topics.values()].map(({ guid }) => guid)
  const context = useLoaded((signal) => contextOf(project, signal), [project])
  const existing = useLoaded((signal) => existingOf(project, guids, signal), [project, ...guids])
  const [made, setMade] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState("")
  const [failure, setFailure] = useState<Failure | null>(null)
  const known = context.state.tag === "Ready" ? context.state.value : null
  const found = existing.state.tag === "Ready" ? existing.state.value : null
  const exists = ({ guid }: CheckTopic) => made.has(guid) || found?.has(guid) === true
  const make = async (some: ReadonlyArray<CheckTopic>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const after = new Set(made)
    const missing = some.filter((topic) => !exists(topic))
    let [created, present] = [0, some.length - missing.length]
    for (const { description, failing, guid, title } of missing) {
      const [topic_type, topic_status] = [known?.types[0], known?.statuses[0]]
      const draft = { guid, title, description, topic_type, topic_status }
      const answer = await createTopic(project, draft, viewOf(failing))
      if ("failure" in answer && answer.failure.code !== "Conflict") {
        setFailure(answer.failure)
        break
      }
      // Somebody else may have made it meanwhile.
      if ("failure" in answer) present += 1
      else created += 1
      after.add(guid)
    }
    setMade(after)
    setTold(words.made(created, present))
    setBusy(false)
  }
  const lost = [context, existing].find(({ state }) => state.tag === "Failed")
  return {
    topics,
    mayWrite: known?.mayWrite === true,
    isKnown: found !== null,
    exists,
    isBusy,
    make: (some) => void make(some),
    told,
    failure: failure ?? (lost?.state.tag === "Failed" ? lost.state.failure : null),
    retry: failure === null ? lost?.reload : undefined
  }
}

/** Renders the button that makes topics of all failed specifications, and what became of it. */
export const AllTopicsButton = ({ of }: { readonly of: CheckTopics }) => {
  const { exists, failure, isBusy, isKnown, make, mayWrite, retry, told, topics } = of
  const all = [...topics.values()]
  const missing = all.filter((topic) => !exists(topic))
  const isOff = isBusy || missing.length === 0
  return (
    <>
      {mayWrite && isKnown && all.length > 0 && (
        <p>
          <button type="button" aria-disabled={isOff} onClick={() => isOff || make(all)}>
            {words.makeAll(all.length)}
          </button>
        </p>
      )}
      <p role="status">{told}</p>
      {failure !== null && <Fault failure={failure} {...(retry === undefined ? {} : { retry })} />}
    </>
  )
}

/** Renders the button that makes the topic of a failed specification, or opens it. */
export const TopicButton = ({
  name,
  of,
  position
}: {
  readonly name: string
  readonly of: CheckTopics
  readonly position: number
}) => {
  const { exists, isBusy, isKnown, make, mayWrite, topics } = of
  const topic = topics.get(position)
  if (topic === undefined || !isKnown) return null
  const isThere = exists(topic)
  if (!isThere && !mayWrite) return null
  const open = () => choose({ panel: "topics", topic: topic.guid, look: "1" }, { replace: false })
  return (
    <p class="row">
      {isThere && <span class="soft">{words.exists}</span>}
      {/* It stays the same button, which keeps the focus. */}
      <button
        key="topic"
        type="button"
        aria-disabled={!isThere && isBusy}
        aria-label={isThere ? words.opening(name) : words.making(name)}
        onClick={isThere ? open : () => make([topic])}
      >
        {isThere ? words.open : words.make}
      </button>
    </p>
  )
}
