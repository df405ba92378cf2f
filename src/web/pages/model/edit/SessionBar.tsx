import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import { texts } from "../ModelTexts.ts"
import { FormDialog } from "../../../ui/Dialog.tsx"
import { Fault } from "../../../ui/Loaded.tsx"
import { select, selected } from "../Query.ts"
import { isSpace } from "../view/Stage.ts"
import { lazy } from "../../../ui/Lazy.tsx"
import type { Editing } from "./Editing.ts"

const PublishList = lazy(async () => (await import("./PublishList.tsx")).PublishList)
const UndoBulk = lazy(async () => (await import("./bulk/UndoBulk.tsx")).UndoBulk)
const TakeBack = lazy(async () => (await import("./TakeBack.tsx")).TakeBack)

const answerOf = (failure: Failure | null): Answer<null> => (failure === null ? { value: null } : { failure })

/** Returns the minutes until a time, updated as they pass. */
const useMinutes = (until: string | undefined): number => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    setNow(Date.now())
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.round((Date.parse(until) - now) / 60_000))
}

type Window = "publish" | "discard" | "delete" | "sheet"

/** Renders the bar for the user's own changes of a model: start, show, publish, discard. */
export const SessionBar = ({ editing }: { readonly editing: Editing }) => {
  const { isOn, session } = editing
  const [window, setWindow] = useState<Window | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [deleted, setDeleted] = useState<number | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const minutes = useMinutes(session?.expiresAt)
  const wasOn = useRef(false)
  useEffect(() => {
    if (wasOn.current && !isOn) setSaid(texts.editing.ended)
    else if (isOn) setSaid((before) => (before === texts.editing.ended ? null : before))
    wasOn.current = isOn
  }, [isOn])
  if (session === null)
    return editing.failure === null ? null : <Fault failure={editing.failure} retry={editing.retry} />
  const close = () => setWindow(null)
  // Pressing a button may replace it, so the focus moves to the bar for keyboard users.
  const stay = () => bar.current?.focus()
  const start = async () => {
    stay()
    setSaid(null)
    setFailure(await editing.start())
  }
  const end = async () => {
    stay()
    wasOn.current = false
    setFailure(await editing.end())
  }
  const remove = async (guids: ReadonlyArray<string>, signal: AbortSignal) => {
    const { path } = place.peek()
    const left = await editing.remove(guids, signal, setDeleted)
    setDeleted(null)
    // The selection is not changed if the user has moved to another page.
    if (place.peek().path === path) select(left?.guids ?? [])
    if (left === null) return { value: null }
    const details = texts.editing.notRemoved(left.guids.length, guids.length, left.failure.details)
    return { failure: { ...left.failure, details } }
  }
  // Spaces are visible in the view but are not products.
  const guids = selected().filter((guid) => !isSpace(guid))
  const count = session.cells + session.deletedProducts
  return (
    <div ref={bar} class="session" role="region" aria-label={texts.editing.title} tabIndex={-1}>
      {isOn ? (
        <>
          <span class="tag on">{texts.editing.on(minutes)}</span>
          {minutes <= 10 && (
            <button type="button" onClick={() => void start()}>
              {texts.editing.renew}
            </button>
          )}
        </>
      ) : (
        <button type="button" class="primary" onClick={() => void start()}>
          {session.active ? texts.editing.takeOver : count > 0 ? texts.editing.goOn : texts.editing.start}
        </button>
      )}
      <button type="button" class="link" disabled={count === 0} onClick={() => choose({ panel: "changes" })}>
        {texts.editing.changes(session.cells, session.deletedProducts)}
      </button>
      <button type="button" onClick={() => setWindow("sheet")}>
        {texts.sheet.title}
      </button>
      {isOn && <UndoBulk editing={editing} done={setSaid} />}
      {isOn && (
        <>
          <button type="button" class="danger" disabled={guids.length === 0} onClick={() => setWindow("delete")}>
            {texts.editing.remove(guids.length)}
          </button>
          <button type="button" class="primary" disabled={count === 0} onClick={() => setWindow("publish")}>
            {texts.editing.publish}
          </button>
          <button type="button" disabled={count === 0} onClick={() => setWindow("discard")}>
            {texts.editing.discard}
          </button>
          <button type="button" onClick={() => void end()}>
            {texts.editing.end}
          </button>
        </>
      )}
      <span class="soft" role="status">
        {said ?? ""}
      </span>
      {failure !== null && <Fault failure={failure} />}
      {window === "publish" && (
        <FormDialog
          title={texts.editing.publishTitle}
          about={texts.editing.publishAbout(count)}
          button={texts.editing.publish}
          fields={[
            { name: "title", label: texts.editing.versionTitle, required: true },
            { name: "description", label: texts.projects.description, type: "long" }
          ]}
          send={async ({ description, title }) => answerOf(await editing.publish(title ?? "", description ?? ""))}
          done={() => {
            setSaid(texts.editing.published)
            close()
          }}
          close={close}
          after={() => bar.current}
        >
          <PublishList editing={editing} />
        </FormDialog>
      )}
      {window === "sheet" && (
        <TakeBack
          editing={editing}
          done={(edits) => {
            setSaid(texts.sheet.applied(edits))
            close()
          }}
          close={close}
        />
      )}
      {window === "discard" && (
        <FormDialog
          title={texts.editing.discardTitle}
          about={texts.editing.discardAbout}
          button={texts.editing.discard}
          isDangerous
          fields={[]}
          send={async () => answerOf(await editing.discard())}
          done={close}
          close={close}
          after={() => bar.current}
        />
      )}
      {window === "delete" && (
        <FormDialog
          title={texts.editing.removeTitle(guids.length)}
          about={texts.editing.removeAbout}
          button={texts.delete}
          isDangerous
          fields={[]}
          send={(_, signal) => remove(guids, signal)}
          done={close}
          close={close}
          after={() => bar.current}
        >
          {deleted !== null && (
            <p role="status">
              {texts.editing.removing(deleted, guids.length)}{" "}
              <progress max={guids.length} value={deleted} aria-label={texts.editing.removeTitle(guids.length)} />
            </p>
          )}
        </FormDialog>
      )}
    </div>
  )
}
