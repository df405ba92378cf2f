import type { ComponentChildren } from "preact"

/** A column of a table. */
export interface Column<A> {
  readonly label: string
  /** Whether only screen readers hear the label, as that of the column of buttons. */
  readonly isUnseen?: boolean
  readonly isNumber?: boolean
  /** Whether a line breaks between words alone; elsewhere it may break anywhere, as long names do. */
  readonly hasWords?: boolean
  readonly cell: (row: A) => ComponentChildren
}

/** Renders a table. In a narrow window each row is a block of lines, each with the label of its column. */
export const Table = <A,>(properties: {
  readonly caption: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly keyOf: (row: A) => string | number
}) => {
  const { caption, columns, keyOf, rows } = properties
  return (
    <table class="list stacked">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ isNumber, isUnseen, label }) => (
            <th key={label} scope="col" class={isNumber === true ? "number" : undefined}>
              {isUnseen === true ? <span class="unseen">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ cell, hasWords, isNumber, isUnseen, label }) => (
              <td
                key={label}
                data-label={isUnseen === true ? undefined : label}
                class={isNumber === true ? "number" : hasWords === true ? "words" : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
