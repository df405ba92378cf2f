import type { ApiClient, ApiRequest } from "../ApiClient.ts"
import { scanJson } from "../JsonScan.ts"

/** Returns an API that answers every request with what `answer` returns for it. */
export const answering = (answer: (path: string, request: ApiRequest) => unknown): ApiClient => ({
  requestId: "id-of-the-call",
  signal: new AbortController().signal,
  json: async (path, request = {}) => answer(path, request),
  scan: async (path, request, isWanted, onValue) =>
    scanJson(new Blob([JSON.stringify(await answer(path, request))]).stream(), isWanted, onValue)
})
