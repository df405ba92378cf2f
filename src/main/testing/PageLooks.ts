import { expect } from "bun:test"
import type { PageBrowser } from "./PageBrowser.ts"

/** Stores a screenshot of the page, and expects no violation of WCAG and no faults. */
export const clean = async (browser: PageBrowser, name: string): Promise<void> => {
  await browser.picture(name)
  expect(await browser.violations(), name).toEqual([])
  expect(browser.faults, name).toEqual([])
}

/** Expects the page to be clean in both themes. */
export const cleanInBoth = async (browser: PageBrowser, name: string): Promise<void> => {
  await clean(browser, name)
  await browser.page.emulateMedia({ colorScheme: "dark" })
  await clean(browser, `${name}-dark`)
  await browser.page.emulateMedia({ colorScheme: "light" })
}

/** Expects the page to be clean in both themes, and in a window of a phone. */
export const cleanEverywhere = async (browser: PageBrowser, name: string): Promise<void> => {
  await cleanInBoth(browser, name)
  await browser.page.setViewportSize({ width: 360, height: 740 })
  await clean(browser, `${name}-small`)
  expect(await browser.isTooWide(), name).toBe(false)
  await browser.page.setViewportSize({ width: 1440, height: 900 })
}

/** Expects the page to be clean in both themes, wide and narrow; in narrow windows with its details. */
export const cleanWithDetails = async (browser: PageBrowser, name: string): Promise<void> => {
  const { page } = browser
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (width === 360) await browser.showDetails()
      await browser.settled()
      await clean(browser, `${name}-${colorScheme}-${width}`)
      expect(await browser.isTooWide(), `${name}, ${width}`).toBe(false)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: "light" })
}
