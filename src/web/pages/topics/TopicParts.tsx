import { useEffect, useRef, useState } from "preact/hooks"
import type { BcfComment, BcfTopic } from "../../../../sdk/plinth.ts"
import type { Answer, Failure } from "../../api/Failure.ts"
import { Fault } from "../../ui/Loaded.tsx"
import { addComment, changeTopic, snapshotOf, type TopicContext } from "./TopicCalls.ts"
import { texts, timed } from "./TopicTexts.ts"

const words = texts.topics

/** Sends a change and keeps why it was refused. */
const useSending = (done: () => void) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (change: Promise<Answer<unknown>>): Promise<boolean> => {
    const answer = await change
    setFailure("failure" in answer ? answer.failure : null)
    if ("failure" in answer) return false
    done()
    return true
  }
  return { failure, send }
}

interface Changing {
  readonly context: TopicContext
  readonly project: string
  readonly topic: BcfTopic
  readonly changed: () => void
}

/** Returns choices with the present one among them. */
const withChosen = (choices: ReadonlyArray<string>, chosen: string): ReadonlyArray<string> =>
  chosen === "" || choices.includes(chosen) ? choices : [...choices, chosen]

/** Renders status, assignee and due date, which change as soon as another one is chosen. */
export const Facts = ({ changed, context, project, topic }: Changing) => {
  const { failure, send } = useSending(changed)
  const { assigned_to = "", due_date = "", guid, topic_status = "" } = topic
  const isOff = !context.mayWrite
  const set = (changes: Parameters<typeof changeTopic>[2]) => void send(changeTopic(project, guid, changes))
  return (
    <>
      <div class="row">
        <label>
          {words.status}{" "}
          <select
            value={topic_status}
            disabled={isOff}
            onChange={({ currentTarget }) => set({ topic_status: currentTarget.value })}
          >
            <option value="">{words.noStatus}</option>
            {withChosen(context.statuses, topic_status).map((status) => (
              <option key={status} value={status}>
                {words.wordOf(status)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.assigned}{" "}
          <select
            value={assigned_to}
            disabled={isOff}
            onChange={({ currentTarget }) => set({ assigned_to: currentTarget.value })}
          >
            <option value="">{words.nobody}</option>
            {withChosen(context.people, assigned_to).map((person) => (
              <option key={person} value={person}>
                {context.nameOf(person)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.dueDate}{" "}
          <input
            type="date"
            value={due_date.slice(0, 10)}
            disabled={isOff}
            onChange={({ currentTarget: { value } }) => set({ due_date: value === "" ? null : value })}
          />
        </label>
      </div>
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}

/** Renders the picture of a viewpoint. */
export const Snapshot = (properties: {
  readonly project: string
  readonly topic: string
  readonly viewpoint: string
  readonly alt: string
}) => {
  const { alt, project, topic, viewpoint } = properties
  const [url, setUrl] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    const control = new AbortController()
    let made: string | null = null
    void snapshotOf(project, topic, viewpoint, control.signal).then((answer) => {
      if (control.signal.aborted) return
      if ("failure" in answer) return setFailure(answer.failure)
      made = URL.createObjectURL(answer.value.content)
      setUrl(made)
    })
    return () => {
      control.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [project, topic, viewpoint])
  if (failure !== null) return <Fault failure={failure} />
  return url === null ? null : <img src={url} alt={alt} />
}

/** Renders the comments of a topic and the form for a new one. */
export const Comments = ({
  changed,
  comments,
  context,
  project,
  topic
}: Changing & { readonly comments: ReadonlyArray<BcfComment> }) => {
  const { failure, send } = useSending(changed)
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (text: string) => {
    setSending(true)
    if (await send(addComment(project, topic.guid, text))) form.current?.reset()
    setSending(false)
  }
  return (
    <>
      <h3>{words.comments}</h3>
      {comments.length === 0 && <p class="soft">{words.noComments}</p>}
      <ul aria-label={words.comments}>
        {comments.map(({ author, comment, date, guid }) => (
          <li key={guid}>
            <p>{comment}</p>
            <small class="soft">{words.made(context.nameOf(author), timed(date))}</small>
          </li>
        ))}
      </ul>
      {context.mayWrite && (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault()
            const text = new FormData(event.currentTarget).get("comment")
            if (typeof text === "string" && text.trim() !== "") void submit(text.trim())
          }}
        >
          <textarea name="comment" aria-label={words.comment} rows={2} maxLength={4000} required />
          <button aria-disabled={isSending}>{words.send}</button>
        </form>
      )}
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}
