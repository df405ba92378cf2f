/** Renders which entries of a long list are shown, and buttons to the others. It renders nothing for a short list. */
export const Pager = (properties: {
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
  readonly words: {
    readonly previous: string
    readonly next: string
    readonly part: (first: number, last: number, all: number) => string
  }
  readonly go: (page: number) => void
}) => {
  const { go, page, pageSize, totalCount, words } = properties
  const [first, last] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, totalCount)]
  if (totalCount <= pageSize && page === 1) return null
  const [isFirst, isLast] = [page === 1, page * pageSize >= totalCount]
  return (
    <div class="row">
      <button type="button" aria-disabled={isFirst} onClick={() => isFirst || go(page - 1)}>
        {words.previous}
      </button>
      <button type="button" aria-disabled={isLast} onClick={() => isLast || go(page + 1)}>
        {words.next}
      </button>
      <span class="soft" role="status">
        {words.part(Math.min(first, last), last, totalCount)}
      </span>
    </div>
  )
}
