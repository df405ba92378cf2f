import { formats } from "../../adapters/formats/Formats.ts"
import { calculators } from "../../calculators/Calculators.ts"
import { serve } from "../worker/Child.ts"
import { calculateQuantities } from "../worker/jobs/CalculateQuantities.ts"
import { compareModels } from "../worker/jobs/CompareModels.ts"
import { exportModel } from "../worker/jobs/ExportModel.ts"
import { importModel } from "../worker/jobs/ImportModel.ts"
import * as SampleFiles from "./sample/SampleFiles.ts"

/** The process that does the heavy work. */
serve([importModel(formats), compareModels, calculateQuantities(calculators), exportModel], SampleFiles.make)
