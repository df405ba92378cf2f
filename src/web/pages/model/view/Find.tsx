import { useRef, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Filter, ProductsPage, Row } from "../../../api/Views.ts"
import { texts } from "../ModelTexts.ts"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import { textOf } from "../Cells.ts"
import { ofVersion, select } from "../Query.ts"

/** Products that are shown to choose from, by each of what is searched. */
const mostFound = 20

/** Searches by GlobalId, name and code, and goes to what is chosen. */
export const Find = ({ base, viewer }: { readonly base: string; readonly viewer: Viewer }) => {
  const [found, setFound] = useState<ReadonlyArray<Row> | Failure | "busy" | null>(null)
  const asking = useRef<AbortController | null>(null)
  const search = async (text: string) => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    setFound(text === "" ? null : "busy")
    if (text === "") return
    const filters: ReadonlyArray<Filter> = [
      { property: "Guid", operator: "Equals", value: text },
      { property: "Name", operator: "Contains", value: text },
      { property: "Code", operator: "Contains", value: text }
    ]
    const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=${mostFound}`)
    const body = (filter: Filter) => ({ fields: ["Guid", "Class", "Name", "Code"], filters: [filter] })
    const answers = await Promise.all(
      filters.map((filter) => call<ProductsPage>("POST", path, { body: body(filter), signal }))
    )
    if (signal.aborted) return
    const rows = new Map<string, Row>()
    for (const answer of answers) {
      if ("failure" in answer) return setFound(answer.failure)
      for (const row of answer.value.result) rows.set(row["Guid"] as string, row)
    }
    setFound([...rows.values()])
  }
  const go = (row: Row) => {
    const guid = row["Guid"] as string
    select([guid])
    const product = viewer.indexOf(guid)
    if (product !== undefined) viewer.fit([product])
    setFound(null)
  }
  return (
    <form
      class="find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const sought = new FormData(event.currentTarget).get("sought")
        void search(typeof sought === "string" ? sought.trim() : "")
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setFound(null)
      }}
    >
      <input
        name="sought"
        type="search"
        aria-label={texts.stage.find}
        placeholder={texts.stage.findShort}
        title={texts.stage.find}
      />
      {found !== null && (
        <div class="found" role="status">
          {found === "busy" ? (
            texts.loading
          ) : "code" in found ? (
            <Fault failure={found} />
          ) : found.length === 0 ? (
            texts.grid.noMatch
          ) : (
            <ul>
              {found.map((row) => (
                <li key={row["Guid"]}>
                  <button type="button" onClick={() => go(row)}>
                    {textOf(row["Name"]) || textOf(row["Guid"])}{" "}
                    <span class="soft">
                      {textOf(row["Class"])} {textOf(row["Code"])}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </form>
  )
}
