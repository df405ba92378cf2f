import { useRef, useState } from "preact/hooks"
import { place, urlOf } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import type { Model } from "../../api/Views.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Fault, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { save } from "../../ui/SaveFile.ts"
import { contextOf, exportTopics, importTopics, topicsOf } from "../topics/TopicCalls.ts"
import { TopicDetails } from "../topics/TopicDetails.tsx"
import { TopicList } from "../topics/TopicList.tsx"
import { texts } from "../topics/TopicTexts.ts"
import { Bar } from "./Library.tsx"
import type { PartProperties } from "./Part.ts"

const words = texts.topics

/** Renders the buttons that import and export BCF files. */
const FileButtons = (properties: {
  readonly project: string
  readonly mayWrite: boolean
  readonly imported: () => void
}) => {
  const { imported, mayWrite, project } = properties
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState("")
  const bring = async (file: File) => {
    setBusy(true)
    const answer = await importTopics(project, file)
    setBusy(false)
    if ("failure" in answer) return setFailure(answer.failure)
    setFailure(null)
    setTold(words.imported(answer.value.created, answer.value.changed))
    imported()
  }
  const write = async () => {
    const answer = await exportTopics(project)
    if ("failure" in answer) return setFailure(answer.failure)
    setFailure(null)
    save(answer.value)
  }
  return (
    <>
      {mayWrite && (
        <>
          <button type="button" class="primary" aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
            {words.import}
          </button>
          <input
            ref={input}
            type="file"
            accept=".bcfzip,.bcf,.zip"
            aria-label={words.import}
            hidden
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ""
              if (file !== undefined) void bring(file)
            }}
          />
        </>
      )}
      <button type="button" onClick={() => void write()}>
        {words.export}
      </button>
      <span role="status">{told}</span>
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}

/** Renders links that open a topic in the models of the project. */
const OpenIn = ({ project, topic }: { readonly project: string; readonly topic: string }) => {
  const loading = useLoaded(
    (signal) => call<{ readonly models: ReadonlyArray<Model> }>("GET", `${project}/models`, { signal }),
    [project]
  )
  const query = new URLSearchParams({ panel: "topics", topic, look: "1" })
  return (
    <Loaded of={loading}>
      {({ models }) => (
        <>
          <h3>{words.openIn}</h3>
          <ul>
            {models.map(({ id, name }) => (
              <li key={id}>
                <a href={urlOf(`${project}/models/${id}`, query)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

/** Renders the topics of a project, or one of them. */
export const Topics = ({ project: { id } }: PartProperties) => {
  const project = `/projects/${id}`
  const context = useLoaded((signal) => contextOf(project, signal), [project])
  const topics = useLoaded((signal) => topicsOf(project, signal), [project])
  const topic = place.value.query.get("topic")
  const changed = () => {
    topics.reload()
    context.reload()
  }
  // Opening a topic takes away the list with the button that was pressed.
  const whole = useKeptFocus<HTMLDivElement>()
  return (
    <div class="topics" tabIndex={-1} ref={whole}>
      <Loaded of={context}>
        {(known) =>
          topic === null ? (
            <>
              <Bar title={words.title}>
                <FileButtons project={project} mayWrite={known.mayWrite} imported={changed} />
              </Bar>
              <p class="soft">{words.about}</p>
              <TopicList context={known} loading={topics} />
            </>
          ) : (
            <TopicDetails
              key={topic}
              context={known}
              project={project}
              guid={topic}
              changed={changed}
              actions={() => <OpenIn project={project} topic={topic} />}
            />
          )
        }
      </Loaded>
    </div>
  )
}
