import { overStorages } from "../testing/Storages.ts"
import { signInsContract } from "./SignIns.contract.ts"

overStorages(signInsContract)
