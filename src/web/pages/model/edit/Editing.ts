import { signal } from "@preact/signals"
import { createContext } from "preact"
import { useContext, useEffect, useMemo, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { CellError, ChangesPage, Modifications, Outcome, SessionView, SheetOutcome } from "../../../api/Views.ts"
import { random } from "../../../signin/SignIn.ts"
import { ofWindow } from "../../../ui/BrowserStorage.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { changesOf } from "./OwnChanges.ts"
import { type Left, removeEach, useRemoving } from "./Removing.ts"
import { isLarge, type Sheet, sheetPath } from "./Sheet.ts"
import { uploadKeyOf } from "./SheetUpload.ts"

/** Changes whenever the data that the service shows of products may have changed. */
export const revision = signal(0)

/** Changes whenever the public version may have changed; results derived from it are then requested again. */
export const published = signal(0)

/** Changes whenever the public version may have other shapes. */
export const shapes = signal(0)

/** A failed request, or errors of cells. */
type Wrong = { readonly failure: Failure } | { readonly errors: ReadonlyArray<CellError> }

/** Kind of change of a model: own changes, or another public version, possibly with other shapes. */
type Became = "changed" | "published" | "reshaped"

const became = (what: Became): void => {
  revision.value += 1
  if (what !== "changed") published.value += 1
  if (what === "reshaped") shapes.value += 1
}

/** Reports that the model has a new file. */
export const renewed = (): void => became("reshaped")

interface Told {
  readonly base: string
  readonly what: Became
}

/** Tells the user's other windows which model was changed. */
const others = new BroadcastChannel("plinth.changes")

/** Editing of a model: the user's session and unpublished changes. */
export interface Editing {
  readonly base: string
  /** The user's session as the service reports it; null until it is loaded. */
  readonly session: SessionView | null
  /** Whether this window may edit now. */
  readonly isOn: boolean
  /** Unpublished changes, as far as they are loaded; these are marked in the table. */
  readonly changes: ChangesPage | null
  /** Loads more of the changes. */
  readonly more: () => void
  /** Reason why the session or the changes could not be loaded. */
  readonly failure: Failure | null
  readonly retry: () => void
  /** Returns whether a cell, by the field name that changes use, is changed by the user. */
  readonly isOwn: (guid: string, field: string) => boolean
  /** Returns the error of the last change of a cell, by the name of its column, or null if there is none. */
  readonly wrongOf: (guid: string, column: string) => string | null
  /** Starts the session or continues it; either way it then lasts its full time. */
  readonly start: () => Promise<Failure | null>
  readonly end: () => Promise<Failure | null>
  readonly publish: (title: string, description: string) => Promise<Failure | null>
  readonly discard: () => Promise<Failure | null>
  /**
   * Whether products or changes are being removed. Properties may vanish with them, and the service refuses a request
   * that names one.
   */
  readonly isRemoving: boolean
  /** Changes cells: all of them, or none if one has an error. */
  readonly modify: (body: Modifications) => Promise<Wrong | null>
  /** Returns what a change of cells would change, or its errors. Changes nothing, and needs no session. */
  readonly preview: (body: Modifications, signal: AbortSignal) => Promise<Answer<Outcome>>
  /** Marks cells of the table whose values could not be taken. */
  readonly mark: (errors: ReadonlyArray<CellError>) => void
  /**
   * Changes the cells that differ in a sheet: all of them, or none if one has an error. Starts the session if this
   * window has none. A dry run needs no session and changes nothing; the signal ends it.
   */
  readonly takeBack: (sheet: Sheet, dryRun: AbortSignal | null) => Promise<Answer<SheetOutcome>>
  /**
   * Deletes products one by one until the signal is aborted. If one cannot be deleted, returns the remaining products
   * and why.
   */
  readonly remove: (
    guids: ReadonlyArray<string>,
    signal: AbortSignal,
    tell: (deleted: number) => void
  ) => Promise<Left | null>
}

const keyOf = (base: string): string => `plinth.edit ${base}`

const keyOfCell = (guid: string, field: string): string => `${guid} ${field}`

/**
 * Returns whether an error belongs to a column. Its field is the name that was sent, followed by a dot and the faulty
 * member.
 */
const isOf = ({ field }: CellError, column: string): boolean => {
  const sent = column === "MaterialLayerSet" ? "Material" : column
  return field === sent || field.startsWith(`${sent}.`)
}

/**
 * Provides the editing of the model at `base`; nothing is loaded if the user may not edit it. A session started in
 * another window is continued by `start`.
 *
 * @param forbidden called if the service refuses what the user was allowed before, because permissions may have changed
 */
export const useEditing = (base: string, mayEdit: boolean, forbidden: () => void): Editing => {
  const [own, setOwn] = useState(ofWindow.text(keyOf(base)))
  const [errors, setErrors] = useState<ReadonlyArray<CellError>>([])
  const session = useLoaded(mayEdit ? (signal) => call<SessionView>("GET", `${base}/session`, { signal }) : null, [
    base,
    mayEdit
  ])
  const [pages, setPages] = useState(1)
  const changes = useLoaded(
    mayEdit ? (signal) => changesOf(base, pages, signal) : null,
    [base, mayEdit, pages, revision.value],
    [base, mayEdit]
  )
  const known = session.state.tag === "Ready" ? session.state.value : null
  const listed = changes.state.tag === "Ready" ? changes.state.value : null
  const cells = useMemo(() => new Set(listed?.changes.map(({ field, guid }) => keyOfCell(guid, field))), [listed])
  const ends = known?.expiresAt === undefined ? null : Date.parse(known.expiresAt)
  useEffect(() => {
    if (ends === null) return undefined
    const timer = setTimeout(session.reload, Math.max(1000, ends - Date.now() + 500))
    return () => clearTimeout(timer)
  }, [ends])
  useEffect(() => {
    const hear = ({ data }: MessageEvent<Told>) => {
      if (data.base !== base) return
      became(data.what)
      session.reload()
    }
    others.addEventListener("message", hear)
    return () => others.removeEventListener("message", hear)
  }, [base])
  const { isRemoving, removing } = useRemoving()
  const keep = (id: string): string => {
    ofWindow.keep(keyOf(base), id)
    setOwn(id)
    return id
  }
  const ask = async <A>(
    method: string,
    path: string,
    id: string | null,
    body?: unknown,
    type = "application/json",
    signal: AbortSignal | null = null
  ): Promise<Answer<A>> => {
    const headers = { "x-client-session-id": id ?? "", ...(body !== undefined && { "content-type": type }) }
    const answer = await call<A>(method, `${base}${path}`, {
      headers,
      ...(body !== undefined && { body }),
      ...(signal !== null && { signal })
    })
    if ("failure" in answer && answer.failure.status === 403) forbidden()
    return answer
  }
  const sent = async (method: string, path: string, id: string | null, body?: unknown): Promise<Failure | null> => {
    const answer = await ask(method, path, id, body)
    session.reload()
    return "failure" in answer ? answer.failure : null
  }
  const begun = async (): Promise<{ readonly id: string; readonly failure: Failure | null }> => {
    const id = keep(known?.clientSessionId ?? own ?? random())
    return { id, failure: await sent("POST", "/start-session", id) }
  }
  const isOn = known?.active === true && known.clientSessionId === own
  const changed = <A>(answer: A, what: Became = "changed"): A => {
    const told: Told = { base, what }
    became(what)
    others.postMessage(told)
    return answer
  }
  return {
    base,
    session: known,
    isOn,
    changes: listed,
    more: () => setPages(pages + 1),
    failure:
      session.state.tag === "Failed"
        ? session.state.failure
        : changes.state.tag === "Failed"
          ? changes.state.failure
          : null,
    retry: () => {
      session.reload()
      changes.reload()
    },
    isOwn: (guid, field) => cells.has(keyOfCell(guid, field)),
    wrongOf: (guid, column) => {
      const found = errors.find((error) => error.guid === guid && isOf(error, column))
      return found === undefined ? null : `${found.description} ${found.error}`
    },
    start: async () => (await begun()).failure,
    end: () => sent("POST", "/end-session", own),
    publish: async (title, description) => {
      const hadDeleted = (known?.deletedProducts ?? 0) > 0
      const failure = await sent("POST", "/publish", own, description === "" ? { title } : { title, description })
      return changed(failure, failure !== null ? "changed" : hadDeleted ? "reshaped" : "published")
    },
    discard: () => removing(async () => changed(await sent("POST", "/discard", own))),
    isRemoving,
    modify: async (body) => {
      const answer = await ask<{ readonly errors: ReadonlyArray<CellError> }>("POST", "/products", own, body)
      session.reload()
      const wrong = "failure" in answer ? [] : answer.value.errors
      setErrors(wrong)
      if ("failure" in answer) return { failure: answer.failure }
      if (wrong.length > 0) return { errors: wrong }
      changed(null)
      return null
    },
    preview: (body, signal) => ask<Outcome>("POST", "/products?dryRun=true", own, body, "application/json", signal),
    mark: setErrors,
    takeBack: async (sheet, dryRun) => {
      const isDryRun = dryRun !== null
      const upload = isLarge(sheet) ? await uploadKeyOf(sheet.content) : null
      if (upload !== null && "failure" in upload) return upload
      const { failure, id } = isDryRun || isOn ? { failure: null, id: own } : await begun()
      if (failure !== null) return { failure }
      const path = sheetPath(sheet, isDryRun)
      const answer = await (upload === null
        ? ask<SheetOutcome>("POST", path, id, sheet.content, sheet.type, dryRun)
        : ask<SheetOutcome>(
            "POST",
            path,
            id,
            { uploadKey: upload.value, uploadFileName: sheet.name },
            undefined,
            dryRun
          ))
      if (isDryRun) return answer
      session.reload()
      return "value" in answer && answer.value.errors.length === 0 ? changed(answer) : answer
    },
    remove: (guids, signal, tell) =>
      removing(async () => {
        const left = await removeEach(guids, signal, tell, (guid) => ask("DELETE", `/products/${guid}`, own))
        session.reload()
        return changed(left)
      })
  }
}

const none = createContext<Editing | null>(null)

/** Provides the editing of a model to the components that show its cells. */
export const EditingOf = none.Provider

/** Returns the editing of the model that is shown; null if the user may not edit it. */
export const useEdited = (): Editing | null => useContext(none)
