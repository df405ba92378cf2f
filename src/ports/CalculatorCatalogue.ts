import { Context } from "effect"

/** The calculators that this service offers. */
export class CalculatorCatalogue extends Context.Tag("ports/CalculatorCatalogue")<
  CalculatorCatalogue,
  { readonly names: ReadonlyArray<string> }
>() {}
