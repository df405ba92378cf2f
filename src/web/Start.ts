// It becomes one part of the bundle with the language, which is then large enough to be sent compressed.
import "./words/Format.ts"
import { language } from "./words/Language.ts"
import { speakGerman } from "./words/Words.ts"

// Texts are constants of their modules, so the language is settled before these are evaluated.
if (language === "de") {
  try {
    speakGerman((await import("./words/German.ts")).german)
  } catch {
    // The page is English if its German cannot be loaded.
  }
}
await import("./Main.tsx")
