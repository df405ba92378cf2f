import { lowerPriority } from "../../../src/runtime/LowerPriority.ts"
import { serve } from "../../../src/runtime/ThreadJobs.ts"
import { make } from "./SqliteStreams.ts"

lowerPriority()
serve(make())
