import type { ProjectStorage, StoragePage } from "../../api/Views.ts"
import { inPercent } from "../../Texts.ts"
import { Empty } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { sized } from "../Sizes.ts"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.storage

/** Renders a share of a whole as a bar and in percent. */
const Share = ({ of, value }: { readonly value: number; readonly of: number }) => {
  const percent = of === 0 ? 0 : (100 * value) / of
  return (
    <span class="row share">
      <span class="track" aria-hidden="true">
        {value > 0 && <span style={{ width: `${percent}%` }} />}
      </span>
      <span>{percent > 0 && percent < 1 ? `< ${inPercent(1)}` : inPercent(percent)}</span>
    </span>
  )
}

/** Renders a size that is read easily, with all of its bytes as its title. */
const Size = ({ bytes }: { readonly bytes: number }) => <data value={bytes}>{sized(bytes)}</data>

interface Kind {
  readonly name: string
  readonly bytes: number
}

const kindsOf = ({ databaseBytes, fileBytes, freeBytes }: StoragePage): ReadonlyArray<Kind> => [
  { name: words.database, bytes: databaseBytes },
  { name: words.files, bytes: fileBytes },
  ...(freeBytes === undefined ? [] : [{ name: words.free, bytes: freeBytes }])
]

const kindColumns = (whole: number): ReadonlyArray<Column<Kind>> => [
  { label: words.kind, cell: ({ name }) => name },
  { label: words.size, isNumber: true, cell: ({ bytes }) => <Size bytes={bytes} /> },
  { label: words.share, cell: ({ bytes }) => <Share value={bytes} of={whole} /> }
]

const projectColumns = (whole: number): ReadonlyArray<Column<ProjectStorage>> => [
  { label: words.project, cell: ({ name }) => name },
  { label: words.id, cell: ({ projectId }) => <code>{projectId}</code> },
  { label: words.size, isNumber: true, cell: ({ fileBytes }) => <Size bytes={fileBytes} /> },
  { label: words.share, cell: ({ fileBytes }) => <Share value={fileBytes} of={whole} /> }
]

/** Renders what takes up space, by kind and by project. */
export const Storage = () => {
  const loading = usePage<StoragePage>("/admin/storage")
  return (
    <Part title={texts.admin.tabs.storage} loading={loading}>
      {(page) => {
        const kinds = kindsOf(page)
        const whole = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
        return (
          <>
            <div class="group">
              <Table caption={words.kinds} columns={kindColumns(whole)} rows={kinds} keyOf={({ name }) => name} />
              {page.freeBytes === undefined && <p class="soft">{words.noFree}</p>}
            </div>
            <h3>{words.projects}</h3>
            {page.projects.length === 0 ? (
              <Empty title={words.none} />
            ) : (
              <Table
                caption={words.projects}
                columns={projectColumns(page.fileBytes)}
                rows={page.projects}
                keyOf={({ projectId }) => projectId}
              />
            )}
            <Pages of={page} />
          </>
        )
      }}
    </Part>
  )
}
