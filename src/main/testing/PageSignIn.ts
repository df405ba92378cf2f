import type { Page } from "playwright-core"
import { type ServiceProcess, userPassword } from "./ServiceProcess.ts"

/** Fills the form of the sign-in page, in any language, and sends it. */
export const submitted = async (page: Page, name: string): Promise<void> => {
  await page.locator("input[name=user]").fill(name)
  await page.locator("input[name=password]").fill(userPassword)
  await page.getByRole("button").click()
}

/** Signs a user in to the page, and waits until the user's projects are there. Creates the user if there is none. */
export const signIn = async (page: Page, service: ServiceProcess, name: string): Promise<void> => {
  await service.user(name)
  await page.goto(`http://localhost:${service.port}/app/`)
  await submitted(page, name)
  await page.locator(".card").first().waitFor()
}
