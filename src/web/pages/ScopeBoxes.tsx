import { texts } from "./TokenTexts.ts"

/** Renders boxes for what a program may do, in a form; the box of a scope is called `scope` and its name. */
export const ScopeBoxes = <Scope extends keyof typeof texts.tokens.does>(properties: {
  readonly scopes: ReadonlyArray<Scope>
  /** Whether a scope is chosen at first. */
  readonly isUsual: (scope: Scope) => boolean
}) => (
  <fieldset class="group">
    <legend>{texts.tokens.scopes}</legend>
    {properties.scopes.map((scope) => (
      <label key={scope} class="option">
        <input type="checkbox" name={`scope ${scope}`} defaultChecked={properties.isUsual(scope)} />
        <span>
          {texts.tokens.does[scope]} <code class="soft">{scope}</code>
        </span>
      </label>
    ))}
  </fieldset>
)
