import { serve } from "../../../src/runtime/ThreadJobs.ts"
import { make } from "./SqliteSync.ts"

serve(make())
