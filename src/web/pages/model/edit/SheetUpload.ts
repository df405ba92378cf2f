import { call } from "../../../api/Call.ts"
import { type Answer, failureOf } from "../../../api/Failure.ts"
import type { UploadUrl } from "../../../api/Views.ts"
import { texts } from "../ModelTexts.ts"

const kept = new WeakMap<Blob, Promise<Answer<string>>>()

const sent = async (content: Blob): Promise<Answer<string>> => {
  const ticket = await call<UploadUrl>("GET", "/files/upload-url")
  if ("failure" in ticket) return ticket
  try {
    const response = await fetch(ticket.value.uploadUrl, { method: "PUT", body: content })
    if (response.ok) return { value: ticket.value.uploadKey }
    return { failure: failureOf(response.status, await response.text(), null) }
  } catch {
    return { failure: { status: 0, code: "Away", details: texts.sheet.notSent, requestId: null } }
  }
}

/** Uploads a sheet once, and returns the key of the upload. A failed upload is repeated the next time. */
export const uploadKeyOf = async (content: Blob): Promise<Answer<string>> => {
  const upload = kept.get(content) ?? sent(content)
  kept.set(content, upload)
  const answer = await upload
  if ("failure" in answer) kept.delete(content)
  return answer
}
