import { formats } from "../../adapters/formats/Formats.ts"
import { calculators } from "../../calculators/Calculators.ts"
import { serve } from "../worker/Child.ts"
import { calculateQuantities } from "../worker/jobs/CalculateQuantities.ts"
import { checkModel } from "../worker/jobs/CheckModel.ts"
import { compareModels } from "../worker/jobs/CompareModels.ts"
import { deriveFiles } from "../worker/jobs/DeriveFiles.ts"
import { dynamicProperties } from "../worker/jobs/DynamicProperties.ts"
import { exportModel } from "../worker/jobs/ExportModel.ts"
import { importModel } from "../worker/jobs/ImportModel.ts"
import { makeIfc } from "../worker/jobs/MakeIfc.ts"
import { measureModel } from "../worker/jobs/MeasureModel.ts"
import { writeDataset } from "../worker/jobs/WriteDataset.ts"
import * as SampleFiles from "./sample/SampleFiles.ts"

/** Runs the worker process, which does the heavy work. */
serve(
  [
    importModel(formats),
    makeIfc(formats),
    measureModel,
    compareModels,
    calculateQuantities(calculators),
    dynamicProperties,
    deriveFiles(calculators),
    exportModel,
    checkModel,
    writeDataset(calculators)
  ],
  SampleFiles.make
)
