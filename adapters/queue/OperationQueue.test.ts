import * as Database from "./Database.ts"
import { operationQueueContract } from "./OperationQueue.contract.ts"

operationQueueContract("database", Database.layer)
