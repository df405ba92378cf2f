import { useEffect, useState } from "preact/hooks"
import type { BcfViewpoint } from "../../../../../sdk/plinth.ts"
import { choose, place } from "../../../address/Address.ts"
import { FormDialog } from "../../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { contextOf, createTopic, type TopicContext, topicsOf } from "../../topics/TopicCalls.ts"
import { TopicDetails } from "../../topics/TopicDetails.tsx"
import { TopicList } from "../../topics/TopicList.tsx"
import { texts } from "../../topics/TopicTexts.ts"
import { projectOf } from "../Query.ts"
import { stage } from "../view/Stage.ts"
import { enterViewColors, keepViewColors, leaveViewColors, viewColor, viewColors } from "./ViewColors.ts"
import { type Loss, showViewpoint, viewColorsOf, viewpointOf } from "./ShownView.ts"

const words = texts.topics

/** Renders the button and the form for a topic with the present view. */
const NewTopic = (properties: {
  readonly context: TopicContext
  readonly project: string
  readonly made: () => void
}) => {
  const { context, made, project } = properties
  const [isOpen, setOpen] = useState(false)
  const viewer = stage.value
  const choices = (none: string, values: ReadonlyArray<string>, labelOf = (value: string) => value) => [
    { value: "", label: none },
    ...values.map((value) => ({ value, label: labelOf(value) }))
  ]
  return (
    <>
      <p>
        <button type="button" class="primary" onClick={() => setOpen(true)}>
          {words.new}
        </button>
      </p>
      {isOpen && (
        <FormDialog
          title={words.new}
          about={viewer === null ? words.newBare : words.newAbout}
          button={texts.create}
          fields={[
            { name: "title", label: words.name, required: true },
            { name: "description", label: words.description, type: "long" },
            { name: "topic_type", label: words.type, options: choices(words.noType, context.types, words.wordOf) },
            {
              name: "topic_status",
              label: words.status,
              value: context.statuses[0] ?? "",
              options: choices(words.noStatus, context.statuses, words.wordOf)
            },
            {
              name: "assigned_to",
              label: words.assigned,
              options: choices(words.nobody, context.people, context.nameOf)
            }
          ]}
          send={async (entered) => {
            const view = viewer === null ? null : await viewpointOf(viewer)
            return createTopic(project, { ...entered, title: entered["title"]! }, view)
          }}
          done={() => {
            setOpen(false)
            made()
          }}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ShownLosses {
  readonly guid: string
  readonly losses: ReadonlyArray<Loss>
}

/** Restores the first view of a topic once after it was opened, and others on demand. */
const useShown = (base: string) => {
  const [shown, setShown] = useState<ShownLosses | null>(null)
  const show = async (viewpoint: BcfViewpoint) => {
    const viewer = stage.peek()
    if (viewer === null) return
    const losses = await showViewpoint(base, viewer, viewpoint)
    setShown({ guid: viewpoint.guid, losses })
  }
  return { show, shown }
}

/**
 * Restores a view as soon as the model is there, if the address asks for it, and the colours of a view if the address
 * has these alone.
 */
const Restored = (properties: {
  readonly viewpoints: ReadonlyArray<BcfViewpoint>
  readonly show: (viewpoint: BcfViewpoint) => Promise<void>
}) => {
  const { show, viewpoints } = properties
  const viewer = stage.value
  const isWanted = place.value.query.get("look") !== null && viewer !== null
  useEffect(() => {
    if (!isWanted) return
    choose({ look: null })
    if (viewpoints[0] !== undefined) void show(viewpoints[0])
  }, [isWanted])
  useEffect(() => {
    if (viewer === null || place.peek().query.get("color") !== viewColor || viewColors() !== null) return
    const colors = viewpoints.map((viewpoint) => viewColorsOf(viewer, viewpoint)).find(({ length }) => length > 0)
    if (colors !== undefined) keepViewColors(colors)
  }, [viewer])
  return null
}

/** Renders the topics of the project beside a model, or one of them, whose view is restored. */
export const TopicsPanel = ({ base }: { readonly base: string }) => {
  const project = projectOf(base)
  const context = useLoaded((signal) => contextOf(project, signal), [project])
  const topics = useLoaded((signal) => topicsOf(project, signal), [project])
  const { show, shown } = useShown(base)
  const guid = place.value.query.get("topic")
  const isColored = place.value.query.get("color") === viewColor
  return (
    <div class="topics">
      <Loaded of={context}>
        {(known) =>
          guid === null ? (
            <>
              {known.mayWrite && <NewTopic context={known} project={project} made={topics.reload} />}
              <TopicList context={known} loading={topics} />
            </>
          ) : (
            <TopicDetails
              key={guid}
              context={known}
              project={project}
              guid={guid}
              changed={topics.reload}
              actions={(viewpoints) => <Restored viewpoints={viewpoints} show={show} />}
              action={(viewpoint) => (
                <>
                  <button type="button" aria-disabled={stage.value === null} onClick={() => void show(viewpoint)}>
                    {words.show}
                  </button>
                  {shown?.guid === viewpoint.guid && (viewpoint.components?.coloring ?? []).length > 0 && (
                    <button
                      type="button"
                      aria-pressed={isColored}
                      onClick={isColored ? leaveViewColors : enterViewColors}
                    >
                      {words.colors}
                    </button>
                  )}
                  <div role="status">
                    {shown?.guid === viewpoint.guid && (
                      <>
                        <p>{words.shown}</p>
                        {shown.losses.map((loss) => (
                          <p key={loss}>{words.losses[loss]}</p>
                        ))}
                      </>
                    )}
                  </div>
                </>
              )}
            />
          )
        }
      </Loaded>
    </div>
  )
}
