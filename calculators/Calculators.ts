import type { Calculator } from "../src/dataframe/query/quantities/Calculator.ts"
import { grossArea, netArea } from "./area/Area.ts"
import { count } from "./count/Count.ts"
import { length } from "./length/Length.ts"
import { grossVolume, netVolume } from "./volume/Volume.ts"

/** Every calculator that a quantity request can ask for. */
export const calculators: ReadonlyArray<Calculator> = [count, length, netArea, grossArea, netVolume, grossVolume]
