import { useLoaded } from "../../ui/Loaded.tsx"
import { type Fields, readFields } from "./Fields.ts"
import { unitsSeen, versionSeen } from "./Query.ts"

/**
 * Returns the fields of a model with the model's units, in which the values of its locations always are; null until they
 * are known.
 *
 * @param seen the fields with the units that are shown
 */
export const useModelUnits = (base: string, seen: Fields | null): Fields | null => {
  const isSi = unitsSeen(base) === "SI"
  const { state } = useLoaded(isSi ? (signal) => readFields(base, signal, "Model") : null, [base, isSi, versionSeen()])
  return !isSi ? seen : state.tag === "Ready" ? state.value : null
}
