import { operationsContract } from "./operations/OperationRepository.contract.ts"
import { repositoriesContract } from "./Repositories.contract.ts"
import { overStorages } from "./testing/Storages.ts"

overStorages(repositoriesContract)
overStorages(operationsContract)
