import { useState } from "preact/hooks"
import type { BcfTopic } from "../../../../sdk/plinth.ts"
import { choose } from "../../address/Address.ts"
import { Empty, Loaded, type Loading } from "../../ui/Loaded.tsx"
import { mostListed, type TopicContext } from "./TopicCalls.ts"
import { filtered, noFilter, nobody, type TopicFilter } from "./TopicFilter.ts"
import { dayOf, texts, timed } from "./TopicTexts.ts"

const words = texts.topics

/** Opens a topic and restores its view, if there is one to restore it in. */
const open = (guid: string): void => choose({ topic: guid, look: "1" }, { replace: false })

const Entry = ({ context, topic }: { readonly context: TopicContext; readonly topic: BcfTopic }) => {
  const { assigned_to, creation_author, creation_date, due_date, guid, server_assigned_id, title, topic_status } = topic
  const facts = [
    ...(assigned_to === undefined ? [] : [words.forPerson(context.nameOf(assigned_to))]),
    ...(due_date === undefined ? [] : [words.due(dayOf(due_date))]),
    words.made(context.nameOf(creation_author), timed(creation_date))
  ]
  return (
    <li>
      <button type="button" class="plain" onClick={() => open(guid)}>
        <span class="soft">#{server_assigned_id}</span> {title}
      </button>
      <span class="row">
        {topic_status !== undefined && <span class="tag">{words.wordOf(topic_status)}</span>}
        <span class="soft">{facts.join(", ")}</span>
      </span>
    </li>
  )
}

const Filters = ({
  context,
  filter,
  set
}: {
  readonly context: TopicContext
  readonly filter: TopicFilter
  readonly set: (filter: TopicFilter) => void
}) => (
  <div class="row" role="group" aria-label={words.filters}>
    <input
      type="search"
      aria-label={words.text}
      placeholder={words.text}
      value={filter.text}
      onInput={({ currentTarget: { value } }) => set({ ...filter, text: value })}
    />
    <select
      aria-label={words.status}
      value={filter.status}
      onChange={({ currentTarget: { value } }) => set({ ...filter, status: value })}
    >
      <option value="">{words.anyStatus}</option>
      {context.statuses.map((status) => (
        <option key={status} value={status}>
          {words.wordOf(status)}
        </option>
      ))}
    </select>
    <select
      aria-label={words.assigned}
      value={filter.assigned}
      onChange={({ currentTarget: { value } }) => set({ ...filter, assigned: value })}
    >
      <option value="">{words.anybody}</option>
      <option value={nobody}>{words.nobody}</option>
      {context.people.map((person) => (
        <option key={person} value={person}>
          {context.nameOf(person)}
        </option>
      ))}
    </select>
  </div>
)

/** Renders the topics of a project with filters. */
export const TopicList = ({
  context,
  loading
}: {
  readonly context: TopicContext
  readonly loading: Loading<ReadonlyArray<BcfTopic>>
}) => {
  const [filter, setFilter] = useState(noFilter)
  return (
    <Loaded of={loading}>
      {(topics) => {
        if (topics.length === 0) {
          return (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
            </Empty>
          )
        }
        const found = filtered(topics.slice(0, mostListed), filter)
        return (
          <>
            <Filters context={context} filter={filter} set={setFilter} />
            {topics.length > mostListed && <p class="soft">{words.first(mostListed)}</p>}
            {found.length === 0 && (
              <p class="soft" role="status">
                {words.noneMatch}
              </p>
            )}
            <ul aria-label={words.list}>
              {found.map((topic) => (
                <Entry key={topic.guid} context={context} topic={topic} />
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}
