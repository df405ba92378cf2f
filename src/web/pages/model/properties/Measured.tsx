import { useState } from "preact/hooks"
import { calculated } from "../../../api/Calculate.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { DynamicResult, Leaf, Measured as Value, QuantityResult } from "../../../api/Views.ts"
import { measured, unitOf } from "../Units.ts"
import { Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import { texts } from "../ModelTexts.ts"
import { measures } from "../quantities/Measures.ts"

/** Measures of one product from the file and from its shape. */
export interface Both {
  readonly quantities: QuantityResult
  readonly shape: DynamicResult
}

/** Reads the measures of one product. */
export const both = async (base: string, guid: string, signal: AbortSignal): Promise<Answer<Both>> => {
  const filters: ReadonlyArray<Leaf> = [{ property: "Guid", operator: "Equals", value: guid }]
  const products = `${base}/products`
  const [quantities, shape] = await Promise.all([
    calculated<QuantityResult>(`${products}/quantities`, { calculators: measures, filters }, signal),
    calculated<DynamicResult>(`${products}/dynamic-properties`, { filters }, signal)
  ])
  if ("code" in quantities) return { failure: quantities }
  return "code" in shape ? { failure: shape } : { value: { quantities, shape } }
}

const Lines = ({ base, guid }: { readonly base: string; readonly guid: string }) => {
  const loading = useLoaded((signal) => both(base, guid, signal), [base, guid, revision.value], [base, guid])
  return (
    <Loaded of={loading}>
      {({ quantities, shape }) => {
        const product = quantities.products[0]
        const row = shape.result[0]
        return (
          <>
            <h2>{texts.measures.quantities}</h2>
            <dl class="facts">
              {measures.map((name) => {
                const found = product?.[name] as Value | undefined
                return (
                  found !== undefined && (
                    <div key={name}>
                      <dt>{texts.quantities.measures[name]}</dt>
                      <dd>
                        {measured(found.value)} {unitOf(quantities.units[name] ?? null)}{" "}
                        <span class="soft">{found.origin === "Authored" ? found.from : texts.measures.computed}</span>{" "}
                        {found.suspect === true && <span class="suspect">{texts.measures.suspect}</span>}
                      </dd>
                    </div>
                  )
                )
              })}
            </dl>
            <h2>{texts.measures.shape}</h2>
            <dl class="facts">
              {shape.fields.map((field) => {
                const { Unit = null, Value = null } = row?.[field] ?? {}
                return (
                  <div key={field}>
                    <dt>{texts.measures.ofShape[field] ?? field}</dt>
                    <dd>
                      {Value === null ? (
                        <span class="soft">{texts.properties.empty}</span>
                      ) : (
                        `${measured(Value)} ${unitOf(Unit)}`
                      )}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </>
        )
      }}
    </Loaded>
  )
}

/**
 * Renders the measures of a product from the file beside those computed from its shape. They are requested only when
 * opened.
 */
export const Measured = ({ base, guid }: { readonly base: string; readonly guid: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.stage.agreement}</summary>
      {isOpen && <Lines base={base} guid={guid} />}
    </details>
  )
}
