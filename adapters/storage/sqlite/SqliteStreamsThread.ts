import { giveWay } from "../../../src/runtime/GiveWay.ts"
import { serve } from "../../../src/runtime/ThreadJobs.ts"
import { make } from "./SqliteStreams.ts"

giveWay()
serve(make())
