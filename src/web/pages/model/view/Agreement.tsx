import { choose } from "../../../address/Address.ts"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { Name } from "../properties/Name.tsx"
import { Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { published } from "../edit/Editing.ts"
import { select } from "../Query.ts"
import { qualityOf } from "./Suspects.ts"
import { suspectColor } from "./Stage.ts"

/** Renders how the file's values of a measure agree with those computed from shapes, by class. */
export const Agreement = ({
  base,
  isFiltered,
  measure
}: {
  readonly base: string
  /** Whether the sums above are of some products only. */
  readonly isFiltered: boolean
  readonly measure: string
}) => {
  const loading = useLoaded(() => qualityOf(base), [base, published.value], [base])
  return (
    <Loaded of={loading}>
      {({ byClass }) => {
        const lines = Object.entries(byClass).flatMap(([name, measures]) => {
          const found = measures[measure]
          return found === undefined || found.products === 0 ? [] : [{ name, ...found }]
        })
        if (lines.length === 0) return null
        return (
          <section class="agreement">
            <h2>
              {texts.stage.agreement} <span class="soft">{texts.quantities.measures[measure]}</span>
            </h2>
            {isFiltered && <p class="soft">{texts.quantities.wholeModel}</p>}
            <table>
              <thead>
                <tr>
                  <th>{texts.quantities.byClass}</th>
                  {texts.stage.agreementColumns.map((name) => (
                    <th key={name} class="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ authored, computed, name, suspects, within1, within20 }) => (
                  <tr key={name}>
                    <th scope="row">
                      <Name of={name} />
                    </th>
                    {[authored, computed, within1, within20].map((count, n) => (
                      <td key={n} class="number">
                        {counted(count)}
                      </td>
                    ))}
                    <td class="number">
                      {suspects.length === 0 ? (
                        counted(0)
                      ) : (
                        <button
                          type="button"
                          class="plain suspect"
                          aria-label={texts.stage.showSuspects(suspects.length, name)}
                          onClick={() => {
                            select(suspects)
                            choose({ color: suspectColor })
                          }}
                        >
                          {counted(suspects.length)}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {lines.some(({ suspects }) => suspects.length > 0) && (
              <>
                <p class="soft">{texts.stage.whySuspect}</p>
                <button type="button" onClick={() => choose({ color: suspectColor })}>
                  {texts.stage.showInView}
                </button>
              </>
            )}
          </section>
        )
      }}
    </Loaded>
  )
}
