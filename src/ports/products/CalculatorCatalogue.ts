import * as Context from "effect/Context"

/** The calculators that this service offers. */
export class CalculatorCatalogue extends Context.Tag("ports/CalculatorCatalogue")<
  CalculatorCatalogue,
  { readonly names: ReadonlyArray<string> }
>() {}
