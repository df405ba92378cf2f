import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { BcfViewpoint } from "../../../../sdk/plinth.ts"
import { choose } from "../../address/Address.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { changeTopic, deleteTopic, type TopicContext, type WholeTopic, wholeTopicOf } from "./TopicCalls.ts"
import { Comments, Facts, Snapshot } from "./TopicParts.tsx"
import { texts, timed } from "./TopicTexts.ts"

const words = texts.topics

interface DetailsProperties {
  readonly context: TopicContext
  readonly project: string
  readonly guid: string
  /** Callback for a change of what lists show. */
  readonly changed: () => void
  /** Renders what can be done with the views of the topic. */
  readonly actions: (viewpoints: ReadonlyArray<BcfViewpoint>) => ComponentChildren
  /** Renders what can be done with one view. */
  readonly action?: (viewpoint: BcfViewpoint) => ComponentChildren
}

const close = (): void => choose({ topic: null, look: null })

const Dialogs = (properties: {
  readonly whole: WholeTopic
  readonly project: string
  readonly open: "edit" | "delete"
  readonly changed: () => void
  readonly close: () => void
}) => {
  const { changed, open, project, whole } = properties
  const { description = "", guid, title } = whole.topic
  return open === "edit" ? (
    <FormDialog
      title={words.edit}
      button={texts.save}
      fields={[
        { name: "title", label: words.name, value: title, required: true },
        { name: "description", label: words.description, type: "long", value: description }
      ]}
      send={(entered) => changeTopic(project, guid, entered)}
      done={() => {
        properties.close()
        changed()
      }}
      close={properties.close}
    />
  ) : (
    <FormDialog
      title={words.remove}
      about={words.removeAbout}
      button={texts.delete}
      isDangerous
      fields={[]}
      send={() => deleteTopic(project, guid)}
      done={() => {
        close()
        changed()
      }}
      close={properties.close}
    />
  )
}

/** Renders a topic: its facts, its views and its comments. */
export const TopicDetails = ({ action, actions, changed, context, guid, project }: DetailsProperties) => {
  const loading = useLoaded((signal) => wholeTopicOf(project, guid, signal), [project, guid])
  const [open, setOpen] = useState<"edit" | "delete" | null>(null)
  const reload = () => {
    loading.reload()
    changed()
  }
  return (
    <>
      <p>
        <button type="button" onClick={close}>
          {words.back}
        </button>
      </p>
      <Loaded of={loading}>
        {(whole) => {
          const { comments, topic, viewpoints } = whole
          const changing = { changed: reload, context, project, topic }
          return (
            <>
              <h2>{topic.title}</h2>
              <p class="soft">
                #{topic.server_assigned_id} {words.wordOf(topic.topic_type ?? "")}{" "}
                {words.made(context.nameOf(topic.creation_author), timed(topic.creation_date))}
              </p>
              {topic.description !== undefined && <p>{topic.description}</p>}
              {topic.labels.length > 0 && (
                <p class="row">
                  {topic.labels.map((label) => (
                    <span key={label} class="tag">
                      {label}
                    </span>
                  ))}
                </p>
              )}
              <Facts {...changing} />
              {actions(viewpoints)}
              {viewpoints.map((viewpoint, i) => (
                <figure key={viewpoint.guid}>
                  {viewpoint.snapshot !== undefined && viewpoint.snapshot !== null && (
                    <Snapshot
                      project={project}
                      topic={topic.guid}
                      viewpoint={viewpoint.guid}
                      alt={words.picture(i + 1)}
                    />
                  )}
                  {action?.(viewpoint)}
                </figure>
              ))}
              <Comments {...changing} comments={comments} />
              {context.mayWrite && (
                <p class="row">
                  <button type="button" onClick={() => setOpen("edit")}>
                    {words.edit}
                  </button>
                  <button type="button" onClick={() => setOpen("delete")}>
                    {words.remove}
                  </button>
                </p>
              )}
              {open !== null && (
                <Dialogs whole={whole} project={project} open={open} changed={reload} close={() => setOpen(null)} />
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}
