import { tellSignInPages } from "../signin/SignInPages.ts"
import { texts } from "../Texts.ts"
import { chooseLanguage, type Language, language, languages } from "../words/Language.ts"
import { chooseTheme, chosenTheme, themes } from "./Theme.ts"

/** Renders the choice of theme. */
export const ThemeChoice = () => (
  <div class="segments" role="group" aria-label={texts.preferences.theme}>
    {themes.map((theme) => (
      <button
        type="button"
        key={theme}
        aria-pressed={theme === chosenTheme.value}
        onClick={() => {
          tellSignInPages("theme", theme)
          chooseTheme(theme)
        }}
      >
        {texts.preferences.themes[theme]}
      </button>
    ))}
  </div>
)

/** Renders the choice of language and theme. Another language loads the page again. */
export const Preferences = () => (
  <>
    <div class="segments" role="group" aria-label={texts.preferences.language}>
      {(Object.entries(languages) as ReadonlyArray<[Language, string]>).map(([key, name]) => (
        <button
          type="button"
          key={key}
          lang={key}
          aria-pressed={key === language}
          onClick={() => {
            tellSignInPages("language", key)
            if (key !== language) chooseLanguage(key)
          }}
        >
          {name}
        </button>
      ))}
    </div>
    <ThemeChoice />
  </>
)
