import { calculators } from "../../calculators/Calculators.ts"
import { serve } from "../worker/Child.ts"
import { calculateQuantities } from "../worker/jobs/CalculateQuantities.ts"
import { importIfc } from "../worker/jobs/ImportIfc.ts"
import * as SampleFiles from "./sample/SampleFiles.ts"

/** The process that does the heavy work: jobs by the names that operations call them. */
serve({ importIfc, calculateQuantities: calculateQuantities(calculators) }, SampleFiles.make)
