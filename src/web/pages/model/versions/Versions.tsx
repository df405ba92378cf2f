import { useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { Model, Version, Versions } from "../../../api/Views.ts"
import { counted, timed } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import { useAdded } from "./Added.ts"
import { ChangeList } from "./ChangeList.tsx"
import { compare, comparison } from "./Compared.ts"
import { NewFile } from "./NewFile.tsx"

/** Largest number of versions listed. */
const mostListed = 1000

/** Renders how many values and products a version changed. */
const Counts = ({ base, version }: { readonly base: string; readonly version: Version }) => {
  const [line, setLine] = useState<HTMLElement | null>(null)
  const added = useAdded(base, version, line)
  return (
    <span ref={setLine} class="soft">
      {texts.versions.counts(version.cells, added, version.deletedProducts)}
    </span>
  )
}

const Entry = ({
  base,
  isFirst,
  isLatest,
  version
}: {
  readonly base: string
  readonly version: Version
  readonly isLatest: boolean
  readonly isFirst: boolean
}) => {
  const { createdAt, createdBy, createdByName, description, modelVersionId, title } = version
  const seen = place.value.query.get("version")
  const isSeen = seen === modelVersionId || (seen === null && isLatest)
  return (
    <li aria-current={isSeen ? "true" : undefined}>
      <strong>{title}</strong>
      <span class="soft">
        <span title={createdBy}>{createdByName ?? createdBy}</span>, {timed(createdAt)}
      </span>
      {description !== undefined && description !== "" && <span>{description}</span>}
      {!isFirst && <Counts base={base} version={version} />}
      <span class="row">
        <button
          type="button"
          // Unlike `disabled`, this lets the pressed button keep the focus.
          aria-disabled={isSeen}
          onClick={() => isSeen || choose({ version: isLatest ? null : modelVersionId }, { replace: false })}
        >
          {isSeen ? texts.versions.shown : texts.versions.show}
        </button>
        {!isFirst && (
          <button type="button" id={modelVersionId} onClick={() => compare(modelVersionId, null)}>
            {texts.versions.changes}
          </button>
        )}
      </span>
    </li>
  )
}

const Compared = ({ base, versions }: { readonly base: string; readonly versions: ReadonlyArray<Version> }) => {
  const compared = comparison()
  const at = versions.findIndex(({ modelVersionId }) => modelVersionId === compared?.version)
  if (compared === null || at < 0) return null
  const older = versions.slice(at + 1)
  const since = compared.since ?? older[0]?.modelVersionId ?? ""
  return (
    <section aria-label={texts.versions.changes}>
      <div class="row">
        <h2 class="grow">{texts.versions.changesOf(versions[at]!.title)}</h2>
        <button
          type="button"
          onClick={() => {
            document.getElementById(compared.version)?.focus()
            choose({ compare: null, since: null, color: null })
          }}
        >
          {texts.close}
        </button>
      </div>
      <label>
        {texts.versions.against}{" "}
        <select value={since} onChange={({ currentTarget }) => compare(compared.version, currentTarget.value)}>
          {older.map(({ createdAt, modelVersionId, title }) => (
            <option key={modelVersionId} value={modelVersionId}>
              {title}, {timed(createdAt)}
            </option>
          ))}
        </select>
      </label>
      <ChangeList key={`${compared.version} ${compared.since}`} base={base} compared={compared} since={since} />
    </section>
  )
}

/** Renders the public versions of a model: which one is shown, what each changed, and an area for a new file. */
export const VersionsPanel = ({ base, model }: { readonly base: string; readonly model: Model }) => {
  const loading = useLoaded(
    (signal) => call<Versions>("GET", `${base}/versions?page=1&pageSize=${mostListed}`, { signal }),
    [base, revision.value],
    [base]
  )
  return (
    <div class="pad">
      {model.canEdit && <NewFile base={base} />}
      <Loaded of={loading}>
        {({ totalCount, versions }) => (
          <>
            <Compared base={base} versions={versions} />
            <ul class="versions" aria-label={texts.versions.title}>
              {versions.map((version, n) => (
                <Entry
                  key={version.modelVersionId}
                  base={base}
                  version={version}
                  isLatest={n === 0}
                  isFirst={n === totalCount - 1}
                />
              ))}
            </ul>
            {totalCount > versions.length && (
              <p class="soft">{texts.versions.older(counted(totalCount - versions.length))}</p>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
