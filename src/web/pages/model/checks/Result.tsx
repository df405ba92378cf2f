import { useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { texts } from "../../CheckTexts.ts"
import { select } from "../Query.ts"
import type { CheckFailure, ReadCheck, SpecificationResult } from "./CheckCalls.ts"
import { checkColor, stateOf } from "./Shown.ts"
import { AllTopicsButton, type CheckTopics, TopicButton, useCheckTopics } from "./TopicButtons.tsx"

const words = texts.checks

/** The failures shown at first, and added by each press. */
const atOnce = 20

const nameOf = ({ class: ifcClass, guid, name, step }: CheckFailure): string =>
  words.product(ifcClass, name ?? guid ?? words.unnamed(step))

/** Renders a failure. "Fix here" selects the product and opens its properties, where it is edited. */
const Failed = ({ failure }: { readonly failure: CheckFailure }) => {
  const { guid, reason } = failure
  const name = nameOf(failure)
  return (
    <li>
      {guid === null ? (
        <span>{name}</span>
      ) : (
        <button type="button" class="plain" onClick={() => select([guid])}>
          {name}
        </button>
      )}
      <div class="soft">{reason}</div>
      {guid !== null && (
        <button
          type="button"
          class="plain fix"
          aria-label={words.fixing(name)}
          onClick={() => {
            select([guid])
            choose({ panel: null })
          }}
        >
          {words.fix}
        </button>
      )}
    </li>
  )
}

const Failures = ({ all, failures }: { readonly all: number; readonly failures: ReadonlyArray<CheckFailure> }) => {
  const [most, setMost] = useState(atOnce)
  const guids = failures.flatMap(({ guid }) => guid ?? [])
  const shown = Math.min(most, failures.length)
  return (
    <>
      <p class="row">
        <span class="soft">{shown < all ? words.listed(shown, all) : words.failing(all)}</span>
        {guids.length > 0 && (
          <button type="button" class="plain" onClick={() => select(guids)}>
            {words.selectAll}
          </button>
        )}
      </p>
      <ul class="failures">
        {failures.slice(0, most).map((failure) => (
          <Failed key={failure.step} failure={failure} />
        ))}
      </ul>
      {most < failures.length && (
        <button type="button" class="plain" onClick={() => setMost(most + atOnce)}>
          {words.more}
        </button>
      )}
    </>
  )
}

const Specification = ({
  isOpen,
  of,
  topics
}: {
  readonly of: SpecificationResult
  readonly isOpen: boolean
  readonly topics: CheckTopics
}) => {
  const { applicable, failed, failures = [], name, passed, reason, requirements, status } = of
  return (
    <details open={isOpen}>
      <summary>
        <span class={stateOf(status)}>{words.of(status)}</span> <strong>{name}</strong>{" "}
        <span class="soft">{applicable === 0 ? words.nothing : words.counts(passed, applicable)}</span>
      </summary>
      {reason !== undefined && <p>{reason}</p>}
      <TopicButton guid={of.topicGuid} name={name} of={topics} />
      {failures.length > 0 && <Failures all={failed} failures={failures} />}
      {requirements.map((requirement, i) => (
        <section key={i}>
          <p>{requirement.text}</p>
          <TopicButton guid={requirement.topicGuid} name={requirement.text} of={topics} />
          {requirement.failed === 0 ? (
            <p class="soft">{words.counts(requirement.passed, applicable)}</p>
          ) : (
            <Failures all={requirement.failed} failures={requirement.failures} />
          )}
        </section>
      ))}
    </details>
  )
}

/** Renders the result of a check by specification. */
export const Result = ({ base, read }: { readonly base: string; readonly read: ReadCheck }) => {
  const { links, result } = read
  const topics = useCheckTopics(base, read)
  const isColoured = place.value.query.get("color") === checkColor
  const first = result.specifications.find(({ status }) => status === "Failed")
  return (
    <section aria-label={words.result} class="checkresult">
      <p class="row" role="status">
        <strong class={stateOf(result.status)}>
          {result.requirements.title}: {words.of(result.status)}
        </strong>
      </p>
      <p class="row">
        <button
          type="button"
          aria-pressed={isColoured}
          onClick={() => choose({ color: isColoured ? null : checkColor })}
        >
          {words.color}
        </button>
        <a class="button" href={links.csvUrl} download="">
          {words.csv}
        </a>
        <a class="button" href={links.bcfUrl} download="">
          {words.bcf}
        </a>
      </p>
      <AllTopicsButton of={topics} />
      {result.specifications.map((one, i) => (
        <Specification key={`${result.operationId} ${i}`} of={one} isOpen={one === first} topics={topics} />
      ))}
    </section>
  )
}
