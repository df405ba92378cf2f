/**
 * Returns the guide that the address names, itself or by one of its headings; null if it names endpoints. The styles show
 * it by `:target`, which is not set yet while the page loads.
 */
export const shownGuide = (): Element | null =>
  document.getElementById(location.hash.slice(1))?.closest(".guide") ?? null
