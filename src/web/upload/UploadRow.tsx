import { Link } from "../address/Link.tsx"
import { type Failure, isOfFile } from "../api/Failure.ts"
import type { Operation } from "../api/Views.ts"
import { ReportButton, readReport } from "../pages/project/Report.tsx"
import { sized } from "../pages/Sizes.ts"
import { texts } from "./FileTexts.ts"
import { inPercent } from "../Texts.ts"
import { useKeptFocus } from "../ui/Focus.ts"
import { Fault, useLoaded } from "../ui/Loaded.tsx"
import type { Stage, Upload } from "./UploadList.ts"
import { cancel, clear, isOver, retry } from "./Uploads.ts"

/** Renders a progress bar, in percent. */
export const Progress = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <progress max={100} value={value} aria-label={label} />
)

const percentOf = (stage: Stage): number | null => {
  if (stage.tag === "Sending") return Math.round(stage.fraction * 100)
  return stage.tag === "Importing" && stage.operation.status === "InProgress"
    ? stage.operation.percentageCompleted
    : null
}

const wordOf = (stage: Stage): string =>
  stage.tag === "Importing" && stage.operation.status === "Queued" ? texts.upload.queued : texts.upload.stage[stage.tag]

/** The failure of an upload. Ids of the service's log help nobody with a file that is at fault. */
const shownOf = ({ operationId, ...failure }: Failure): Failure => {
  if (isOfFile(failure.code)) return { ...failure, requestId: null }
  return operationId === undefined ? failure : { ...failure, operationId }
}

const pathOf = ({ modelId, projectId }: Operation): string => `/projects/${projectId}/models/${modelId}`

/** Renders a warning if the report says that the file ends in the middle. */
const Incomplete = ({ url }: { readonly url: string }) => {
  const { state } = useLoaded((signal) => readReport(url, signal), [url])
  return state.tag === "Ready" && state.value["incomplete"] === true ? (
    <p class="why warning">{texts.report.parts["incomplete"]}</p>
  ) : null
}

/** Renders an upload: its progress, its failure, and a button to cancel it or, unless that is hopeless, to retry it. */
const UploadRow = ({ upload }: { readonly upload: Upload }) => {
  const { file, stage, to } = upload
  const row = useKeptFocus<HTMLLIElement>()
  const percent = percentOf(stage)
  const canRetry = stage.tag === "Cancelled" || (stage.tag === "Failed" && !isOfFile(stage.failure.code))
  const reportUrl = "operation" in stage ? stage.operation?.reportUrl : undefined
  return (
    <li ref={row} tabIndex={-1}>
      <span class="name">
        {stage.tag === "Ready" && to.endsWith("/models") ? (
          <Link to={pathOf(stage.operation)}>{file.name}</Link>
        ) : (
          file.name
        )}
      </span>
      <span class="stage">
        <span class="soft">{wordOf(stage)}</span>
        {percent !== null && (
          <>
            <Progress label={file.name} value={percent} />
            <span class="soft">
              {stage.tag === "Sending" ? texts.upload.sent(inPercent(percent), sized(file.size)) : inPercent(percent)}
            </span>
          </>
        )}
      </span>
      <span class="acts">
        {reportUrl !== undefined && <ReportButton url={reportUrl} />}
        {canRetry && (
          <button type="button" aria-label={texts.upload.retryOf(file.name)} onClick={() => retry(upload)}>
            {texts.problem.retry}
          </button>
        )}
        {!isOver(stage) && (
          <button type="button" aria-label={texts.upload.cancelOf(file.name)} onClick={() => cancel(upload)}>
            {texts.cancel}
          </button>
        )}
      </span>
      {stage.tag === "Failed" && (
        <p class="why">
          <Fault failure={shownOf(stage.failure)} />
        </p>
      )}
      {stage.tag === "Ready" && reportUrl !== undefined && <Incomplete url={reportUrl} />}
    </li>
  )
}

/** Renders the uploads of this window to a path, and a button to remove those that are over. */
export const UploadRows = ({ of, to }: { readonly of: ReadonlyArray<Upload>; readonly to: string }) =>
  of.length === 0 ? null : (
    <>
      <ul class="uploads">
        {of.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {of.some(({ stage }) => isOver(stage)) && (
        <p>
          <button type="button" class="link" onClick={() => clear(to)}>
            {texts.upload.clear}
          </button>
        </p>
      )}
    </>
  )
