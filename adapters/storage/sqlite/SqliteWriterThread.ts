import { serve } from "../../../src/runtime/ThreadJobs.ts"
import { make } from "./SqliteWriter.ts"

serve(make())
