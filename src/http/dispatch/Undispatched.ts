import { NotFound, Overloaded } from "../../domain/Errors.ts"
import { pathOf, requestUrl } from "../call/RequestUrl.ts"
import { areaOf } from "../errors/ErrorForms.ts"
import { errorResponse } from "../errors/ErrorResponse.ts"
import { shownPath } from "../observe/AccessLog.ts"
import { requestIdOf } from "../observe/RequestId.ts"
import { finish } from "./Finish.ts"

const notYet = new Overloaded({ details: "The service is starting. Try again later." })
const noLonger = new NotFound({ details: "The file no longer exists." })

/** Returns the response to a request that arrives before the service can serve any. */
export const starting = (request: Request): Response => {
  const path = requestUrl(request, null)?.pathname ?? pathOf(request)
  const context = { area: areaOf(path), path: shownPath(path), requestId: requestIdOf(request.headers) }
  return finish(errorResponse(notYet, context), context, request, true)
}

/**
 * Returns the response if the file of a response was deleted before the server opened it, and nothing for other errors.
 * The server does not tell which request it was.
 */
export const unsendable = (error: { readonly code?: string }): Response | undefined => {
  if (error.code !== "ENOENT") return
  const context = { area: null, path: "", requestId: requestIdOf(new Headers()) }
  return finish(errorResponse(noLonger, context), context, new Request("http://localhost"), true)
}
