import { useRef, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Filter, ProductsPage, Row } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import { textOf } from "../Cells.ts"
import { ofVersion, query, select, setFilters } from "../Query.ts"
import { stage } from "./Stage.ts"

/** Largest number of products found by each kind of search. */
const mostFound = 20

interface Found {
  readonly rows: ReadonlyArray<Row>
  /** Notes on how many more products a narrower search would find. */
  readonly more: ReadonlyArray<string>
}

/** Returns whether a product matches the filters. */
const isLeft = async (base: string, guid: string): Promise<boolean> => {
  const { filters } = query()
  if (filters.length === 0) return true
  const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=1`)
  const body = { fields: ["Guid"], filters: [...filters, { property: "Guid", operator: "Equals", value: guid }] }
  const answer = await call<ProductsPage>("POST", path, { body })
  // Errors in the filters are shown at the table.
  return "failure" in answer || answer.value.totalCount > 0
}

/**
 * Searches by GlobalId, name and code, including products that the filters exclude. Selects the chosen product and, if
 * it has a shape, moves the view to it.
 */
export const Find = ({ base }: { readonly base: string }) => {
  const [found, setFound] = useState<Found | Failure | "busy" | null>(null)
  /** Chosen product that the filters exclude. */
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const asking = useRef<AbortController | null>(null)
  /** Aborts the previous request, so that its late response is ignored, and returns the signal of the next one. */
  const anew = (): AbortSignal => {
    asking.current?.abort()
    asking.current = new AbortController()
    return asking.current.signal
  }
  const search = async (text: string) => {
    const signal = anew()
    setLeftOut(null)
    setFound(text === "" ? null : "busy")
    if (text === "") return
    const kinds: ReadonlyArray<readonly [Filter, more: ((count: string) => string) | null]> = [
      [{ property: "Guid", operator: "Equals", value: text }, null],
      [{ property: "Name", operator: "Contains", value: text }, texts.stage.moreByName],
      [{ property: "Code", operator: "Contains", value: text }, texts.stage.moreByCode]
    ]
    const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=${mostFound}`)
    const body = (filter: Filter) => ({ fields: ["Guid", "Class", "Name", "Code"], filters: [filter] })
    const answers = await Promise.all(
      kinds.map(([filter]) => call<ProductsPage>("POST", path, { body: body(filter), signal }))
    )
    if (signal.aborted) return
    const rows = new Map<string, Row>()
    const more: Array<string> = []
    for (const [n, answer] of answers.entries()) {
      if ("failure" in answer) return setFound(answer.failure)
      const { result, totalCount } = answer.value
      for (const row of result) rows.set(row["Guid"] as string, row)
      if (totalCount > result.length) more.push(kinds[n]![1]?.(counted(totalCount - result.length)) ?? "")
    }
    setFound({ rows: [...rows.values()], more })
  }
  const close = (): AbortSignal => {
    // The pressed button is about to disappear.
    input.current?.focus()
    setFound(null)
    setLeftOut(null)
    return anew()
  }
  const fly = (guid: string) => {
    const products = stage.value?.shapesOf([guid]) ?? []
    if (products.length > 0) stage.value?.fit(products)
  }
  const go = async (row: Row) => {
    const guid = row["Guid"] as string
    const signal = close()
    select([guid])
    const isShown = await isLeft(base, guid)
    if (signal.aborted) return
    if (isShown) fly(guid)
    else setLeftOut(guid)
  }
  const unfilter = (guid: string) => {
    close()
    setFilters([])
    fly(guid)
  }
  const closing = (
    <button type="button" onClick={() => void close()}>
      {texts.close}
    </button>
  )
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
        if (event.key === "Escape" && (found !== null || leftOut !== null)) close()
      }}
    >
      <input
        ref={input}
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
          ) : found.rows.length === 0 ? (
            texts.grid.noMatch
          ) : (
            <>
              <ul>
                {found.rows.map((row) => (
                  <li key={row["Guid"]}>
                    <button type="button" onClick={() => void go(row)}>
                      {textOf(row["Name"]) || textOf(row["Guid"])}{" "}
                      <span class="soft">
                        {textOf(row["Class"])} {textOf(row["Code"])}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {found.more.length > 0 && <p class="soft">{found.more.join(" ")}</p>}
            </>
          )}
          {closing}
        </div>
      )}
      {leftOut !== null && (
        <div class="found" role="status">
          <p>{texts.stage.leftOut}</p>
          <button type="button" onClick={() => unfilter(leftOut)}>
            {texts.filters.clear}
          </button>{" "}
          {closing}
        </div>
      )}
    </form>
  )
}
