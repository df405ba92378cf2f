import { useMemo, useState } from "preact/hooks"
import { choose } from "../../../address/Address.ts"
import { downloadedBytes } from "../../../api/Calculate.ts"
import type { Failure } from "../../../api/Failure.ts"
import { Fault, useLoaded } from "../../../ui/Loaded.tsx"
import { texts } from "../../CheckTexts.ts"
import { contextOf, existingOf, importTopics } from "../../topics/TopicCalls.ts"
import { projectOf } from "../Query.ts"
import type { ReadCheck } from "./CheckCalls.ts"
import { checkTopicsOf } from "./CheckTopics.ts"

const words = texts.checks.topic

/** The topics about what a check found, and the state of making them. */
export interface CheckTopics {
  readonly guids: ReadonlyArray<string>
  readonly mayWrite: boolean
  readonly isKnown: boolean
  readonly exists: (guid: string) => boolean
  readonly isBusy: boolean
  /** Makes all topics, or updates those that are there. */
  readonly make: () => void
  /** The number of topics that were made, in words. */
  readonly told: string
  readonly failure: Failure | null
  readonly retry: (() => void) | undefined
}

export const useCheckTopics = (base: string, { links, result }: ReadCheck): CheckTopics => {
  const project = projectOf(base)
  const guids = useMemo(() => checkTopicsOf(result), [result])
  const context = useLoaded((signal) => contextOf(project, signal), [project])
  const existing = useLoaded((signal) => existingOf(project, guids, signal), [project, guids])
  const [isMade, setMade] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState("")
  const [failure, setFailure] = useState<Failure | null>(null)
  const found = existing.state.tag === "Ready" ? existing.state.value : null
  const make = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const file = await downloadedBytes(links.bcfUrl)
    const answer = file instanceof Blob ? await importTopics(project, file) : { failure: file }
    if ("failure" in answer) setFailure(answer.failure)
    else {
      setMade(true)
      setTold(words.made(answer.value.created, answer.value.changed))
    }
    setBusy(false)
  }
  const lost = [context, existing].find(({ state }) => state.tag === "Failed")
  return {
    guids,
    mayWrite: context.state.tag === "Ready" && context.state.value.mayWrite,
    isKnown: found !== null,
    exists: (guid) => isMade || found?.has(guid) === true,
    isBusy,
    make: () => void make(),
    told,
    failure: failure ?? (lost?.state.tag === "Failed" ? lost.state.failure : null),
    retry: failure === null ? lost?.reload : undefined
  }
}

/** Renders the button that makes topics of all failures, and what became of it. */
export const AllTopicsButton = ({ of }: { readonly of: CheckTopics }) => {
  const { exists, failure, guids, isBusy, isKnown, make, mayWrite, retry, told } = of
  return (
    <>
      {mayWrite && isKnown && guids.length > 0 && (
        <p>
          <button type="button" aria-disabled={isBusy} onClick={make}>
            {guids.every(exists) ? words.updateAll(guids.length) : words.makeAll(guids.length)}
          </button>
        </p>
      )}
      <p role="status">{told}</p>
      {failure !== null && <Fault failure={failure} {...(retry === undefined ? {} : { retry })} />}
    </>
  )
}

/** Renders the button that opens the topic about a requirement or specification, if there is one. */
export const TopicButton = (properties: {
  readonly guid: string | undefined
  /** Name of the requirement or specification. */
  readonly name: string
  readonly of: CheckTopics
}) => {
  const { guid, name, of } = properties
  if (guid === undefined || !of.exists(guid)) return null
  return (
    <p>
      <button
        type="button"
        aria-label={words.opening(name)}
        onClick={() => choose({ panel: "topics", topic: guid, look: "1" }, { replace: false })}
      >
        {words.open}
      </button>
    </p>
  )
}
