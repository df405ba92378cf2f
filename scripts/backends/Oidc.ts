import { exportJWK, generateKeyPair } from "jose"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import type { Backend } from "./Backend.ts"
import { audience, client } from "./OidcNames.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import { daemon, isAlive, remembered, stop, until } from "./Server.ts"

const newKeys = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] })
}

/** The file with the keys of the provider. If it is deleted, the next start creates other keys. */
export const keyFile = "oidc.keys"

const pidFile = (folder: string) => join(folder, "oidc.pid")

/** The npm package oidc-provider as a server, which stores only its keys. */
export const oidc: Backend = {
  up: async (folder) => {
    mkdirSync(folder, { recursive: true })
    const port = await remembered(folder, "oidc.port", async () => String(await freePort()))
    const keys = await remembered(folder, keyFile, newKeys)
    const issuer = `http://127.0.0.1:${port}`
    if (!isAlive(pidFile(folder))) {
      const program = join(import.meta.dir, "OidcProcess.ts")
      daemon([process.execPath, "--no-install", program, port, keys], {
        log: join(folder, "oidc.log"),
        pidFile: pidFile(folder)
      })
    }
    await until("The start of oidc-provider", () => {
      if (!isAlive(pidFile(folder))) throw new Error("oidc-provider has ended; its log is oidc.log")
      return fetch(`${issuer}/.well-known/openid-configuration`).then(
        ({ ok }) => ok,
        () => false
      )
    })
    return {
      AUTH: "oidc",
      OIDC_FOLDER: folder,
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: audience,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret
    }
  },
  down: (folder) => stop(pidFile(folder))
}
