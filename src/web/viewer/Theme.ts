/** Colours of the background and of what is drawn over the model: sRGB, 0 to 1. */
export interface Theme {
  readonly top: readonly [number, number, number]
  readonly bottom: readonly [number, number, number]
  readonly accent: readonly [number, number, number]
  /** Colour between the outline and what is behind it. */
  readonly halo: readonly [number, number, number]
}

const rgb = (hex: number) => [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255] as const

export const themes: Readonly<Record<"light" | "dark", Theme>> = {
  light: { top: rgb(0xda_e3_ec), bottom: rgb(0xf5_f6_f7), accent: rgb(0x0b_5c_ad), halo: rgb(0xff_ff_ff) },
  dark: { top: rgb(0x2a_31_39), bottom: rgb(0x16_1a_1e), accent: rgb(0x7a_b7_ff), halo: rgb(0x08_12_1c) }
}
