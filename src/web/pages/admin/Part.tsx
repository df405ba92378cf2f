import type { ComponentChildren } from "preact"
import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import { Loaded, type Loading, useLoaded } from "../../ui/Loaded.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Bar } from "../project/Library.tsx"
import { texts } from "./AdminTexts.ts"

const pageSize = 50

/** Members that all answers with pages have. */
interface Paged {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

/** Reads the page of a list of operators that the address names. */
export const usePage = <P extends Paged>(path: string): Loading<P> => {
  const page = Math.max(1, Math.floor(Number(place.value.query.get("page") ?? 1)) || 1)
  return useLoaded((signal) => call<P>("GET", `${path}?page=${page}&pageSize=${pageSize}`, { signal }), [path, page])
}

/** Renders a part of the administration: its title with buttons, and what the service answers. */
export const Part = <A,>(properties: {
  readonly title: string
  readonly loading: Loading<A>
  readonly buttons?: ComponentChildren
  readonly children: (value: A) => ComponentChildren
}) => {
  const { buttons, children, loading, title } = properties
  return (
    <section class="part">
      <Bar title={title}>
        <button type="button" title={texts.admin.recorded} onClick={loading.reload}>
          {texts.admin.refresh}
        </button>
        {buttons}
      </Bar>
      <Loaded of={loading}>{children}</Loaded>
    </section>
  )
}

/** Renders the buttons to the other pages of a list. */
export const Pages = ({ of: { page, pageSize, totalCount } }: { readonly of: Paged }) => (
  <Pager
    page={page}
    pageSize={pageSize}
    totalCount={totalCount}
    words={texts.admin.pager}
    go={(next) => choose({ page: next === 1 ? null : String(next) }, { replace: false })}
  />
)
