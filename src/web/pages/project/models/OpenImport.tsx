import type { Operation, Project } from "../../../api/Views.ts"
import { useOwnSubject } from "../../OwnSubject.ts"
import { inPercent } from "../../../Texts.ts"
import { Progress } from "../../../upload/UploadRow.tsx"
import { Acts } from "../operations/Acts.tsx"
import { isOn, personOf } from "../operations/Operation.ts"
import { Reason } from "../operations/Reason.tsx"
import { mayWrite } from "../Part.ts"
import { ReportButton } from "../Report.tsx"
import { texts } from "./CardTexts.ts"
import { hide } from "./Kept.ts"

const words = texts.cards

export interface ImportProperties {
  readonly project: Project
  readonly operation: Operation
  readonly changed: () => void
}

const titleOf = ({ status }: Operation, isNewFile: boolean): string => {
  if (status === "Queued") return isNewFile ? words.newFileWaiting : words.waiting
  if (status === "InProgress") return isNewFile ? words.newFileImporting : words.importing
  return isNewFile ? words.newFileFailed : words.failed
}

/** Renders the state of an import: its progress, or why it failed and what can be done. */
export const ImportState = (properties: ImportProperties & { readonly isNewFile: boolean }) => {
  const { changed, isNewFile, operation, project } = properties
  const self = useOwnSubject()
  const { error, fileName, id, percentageCompleted, reportUrl, status } = operation
  return (
    <div class={isOn(operation) ? "importing" : "importing failed"}>
      <p>{titleOf(operation, isNewFile)}</p>
      {status === "InProgress" && (
        <p>
          <Progress label={fileName ?? words.importing} value={percentageCompleted} /> {inPercent(percentageCompleted)}
        </p>
      )}
      {error !== undefined && (
        <p class="why">
          <Reason operation={operation} />
        </p>
      )}
      <p class="row">
        <Acts
          operation={operation}
          mayRetry={mayWrite(project) || operation.userId === self}
          cancelled={changed}
          retried={changed}
        />
        {reportUrl !== undefined && <ReportButton url={reportUrl} />}
        {!isOn(operation) && (
          <button
            type="button"
            aria-label={words.hideOf(fileName ?? operation.modelName ?? "")}
            onClick={() => hide(id)}
          >
            {words.hide}
          </button>
        )}
      </p>
    </div>
  )
}

/** Renders a file that is no model yet as a card without a picture. */
export const PendingCard = (properties: ImportProperties) => {
  const { operation } = properties
  return (
    <li class="modelcard pending">
      <div class="facets">
        <span class="name">{operation.modelName ?? operation.fileName}</span>
        {operation.fileName !== undefined && <span class="soft">{operation.fileName}</span>}
        <span class="soft">{words.startedBy(operation.createdAt, personOf(operation))}</span>
      </div>
      <ImportState {...properties} isNewFile={false} />
    </li>
  )
}
