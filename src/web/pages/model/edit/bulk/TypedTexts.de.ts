/** German texts about typed and pasted values that cannot be read. */
export const words = {
  notNumber: (text: string): string => `„${text}“ ist keine Zahl.`,
  notInteger: (text: string): string => `„${text}“ ist keine ganze Zahl.`,
  notBoolean: (text: string): string => `„${text}“ ist weder ja noch nein.`,
  notDate: (text: string): string => `„${text}“ ist kein Datum; die übrigen Werte hier sind Daten.`,
  notWord: (text: string, words: ReadonlyArray<string>): string =>
    `„${text}“ ist keiner der zulässigen Werte: ${words.slice(0, 12).join(", ")}${words.length > 12 ? ", …" : ""}.`
}
