import { ReportButton } from "../pages/project/Report.tsx"
import { texts } from "./FileTexts.ts"
import { inPercent } from "../Texts.ts"
import { useKeptFocus } from "../ui/Focus.ts"
import { Fault } from "../ui/Loaded.tsx"
import type { Upload } from "./UploadList.ts"
import { cancel, retry } from "./Uploads.ts"

/** Renders a progress bar, in percent. */
export const Progress = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <progress max={100} value={value} aria-label={label} />
)

/** Renders an upload: its progress, its failure, and a button to cancel or retry it. */
export const UploadRow = ({ upload }: { readonly upload: Upload }) => {
  const { file, stage } = upload
  const row = useKeptFocus<HTMLLIElement>()
  const percent =
    stage.tag === "Sending"
      ? Math.round(stage.fraction * 100)
      : stage.tag === "Importing"
        ? stage.operation.percentageCompleted
        : null
  const canRetry = stage.tag === "Failed" || stage.tag === "Cancelled"
  return (
    <li ref={row} tabIndex={-1}>
      <span class="name">{file.name}</span>
      <span class="soft">{texts.upload.stage[stage.tag]}</span>
      {percent !== null && (
        <>
          <Progress label={file.name} value={percent} />
          <span class="soft">
            {stage.tag === "Sending" ? texts.upload.sent(percent, file.size) : inPercent(percent)}
          </span>
        </>
      )}
      {stage.tag === "Failed" && <Fault failure={stage.failure} />}
      {"operation" in stage && stage.operation?.reportUrl !== undefined && (
        <ReportButton url={stage.operation.reportUrl} />
      )}
      {stage.tag !== "Ready" && (
        <button type="button" onClick={() => (canRetry ? retry : cancel)(upload)}>
          {canRetry ? texts.problem.retry : texts.cancel}
        </button>
      )}
    </li>
  )
}
