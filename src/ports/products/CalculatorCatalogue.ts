import * as Context from "effect/Context"
import type { Calculator } from "../../dataframe/query/quantities/Calculator.ts"

/** The calculators that this service offers. */
export class CalculatorCatalogue extends Context.Tag("ports/CalculatorCatalogue")<
  CalculatorCatalogue,
  { readonly names: ReadonlyArray<string>; readonly calculators: ReadonlyArray<Calculator> }
>() {}
