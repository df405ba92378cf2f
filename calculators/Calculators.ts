import type { Calculator } from "../src/dataframe/Calculator.ts"
import { count } from "./count/Count.ts"
import { grossArea } from "./gross-area/GrossArea.ts"
import { grossVolume } from "./gross-volume/GrossVolume.ts"
import { length } from "./length/Length.ts"
import { netArea } from "./net-area/NetArea.ts"
import { netVolume } from "./net-volume/NetVolume.ts"

/** Every calculator that a quantity request can ask for. */
export const calculators: ReadonlyArray<Calculator> = [count, length, netArea, grossArea, netVolume, grossVolume]
