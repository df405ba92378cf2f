/** Measures by which quantities are computed. */
export const measures = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]
