import { operationsContract } from "./OperationRepository.contract.ts"
import { repositoriesContract } from "./Repositories.contract.ts"
import { storages } from "./testing/Storages.ts"

for (const [name, layer] of storages) {
  repositoriesContract(name, layer)
  operationsContract(name, layer)
}
