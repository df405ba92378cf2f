import { useState } from "preact/hooks"
import { callForFile } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import { Fault } from "../../ui/Loaded.tsx"
import { closeMenu, Menu } from "../../ui/Menu.tsx"
import { save } from "../../ui/SaveFile.ts"
import { texts } from "./ModelTexts.ts"

/** Media types of the formats, by their names in the menu. */
const formats = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet"
} as const

/** Renders a menu of formats, in which the service answers a query with a file that the browser saves. */
export const SaveAs = (properties: {
  /** Name of the menu for screen readers. */
  readonly label: string
  readonly isEmpty: boolean
  /** Path under /v1 that answers the query, and the body of the query. */
  readonly path: string
  readonly body: object
}) => {
  const { body, isEmpty, label, path } = properties
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = async (type: string) => {
    setBusy(true)
    setFailure(null)
    const answer = await callForFile("POST", path, { body, headers: { accept: type } })
    setBusy(false)
    if ("failure" in answer) setFailure(answer.failure)
    else save(answer.value)
  }
  return (
    <>
      <Menu title={texts.saveAs.title} label={label}>
        {(Object.keys(formats) as ReadonlyArray<keyof typeof formats>).map((format) => (
          <button
            key={format}
            type="button"
            disabled={isBusy || isEmpty}
            onClick={({ currentTarget }) => {
              closeMenu(currentTarget.closest("details")!)
              void choose(formats[format])
            }}
          >
            {texts.saveAs.formats[format]}
          </button>
        ))}
      </Menu>
      <span class="soft" role="status">
        {isBusy && texts.saveAs.busy}
      </span>
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}
