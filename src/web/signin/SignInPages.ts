import { publicUrl } from "../address/Address.ts"

const path = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/v1/auth`

/** Tells a choice to the pages where users enter their password: they run no script, and see this cookie only. */
export const tellSignInPages = (name: "language" | "theme", value: string): void => {
  document.cookie = `plinth-${name}=${value}; Path=${path}; Max-Age=31536000; SameSite=Lax`
}
