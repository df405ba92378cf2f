import type { Operation } from "../../../api/Views.ts"
import { whyOf } from "./Operation.ts"

/** Renders why an operation failed, in words and with its code. */
export const Reason = ({ operation }: { readonly operation: Operation }) =>
  operation.error === undefined ? null : (
    <>
      {whyOf(operation)} <code>{operation.error}</code>
    </>
  )
