import { useState } from "preact/hooks"
import { Link } from "../address/Link.tsx"
import { isOperator } from "../signin/Session.ts"
import { signOut } from "../signin/SignIn.ts"
import { texts } from "../Texts.ts"
import { Copy } from "../ui/Copy.tsx"
import { Preferences } from "../ui/Preferences.tsx"
import { useOwnSubject } from "./OwnSubject.ts"

const Account = () => {
  const [isLeft, setLeft] = useState(true)
  const subject = useOwnSubject()
  return (
    <>
      {subject === null ? (
        <p>{texts.user.opaque}</p>
      ) : (
        <>
          <p>{texts.user.subject}</p>
          <p class="row">
            <code>{subject}</code>
            <Copy label={texts.user.copy} text={subject} />
          </p>
        </>
      )}
      <Link to="/tokens">{texts.tokens.title}</Link>
      {isOperator() && <Link to="/admin">{texts.admin.title}</Link>}
      <Preferences />
      <button type="button" onClick={() => void signOut().then(setLeft)}>
        {texts.signIn.out}
      </button>
      {!isLeft && (
        <p class="fault" role="alert">
          {texts.signIn.notOut}
        </p>
      )}
    </>
  )
}

/** Renders the content of the header's menu: the account of a user who is signed in, language and theme. */
export const AccountMenu = ({ isKnown }: { readonly isKnown: boolean }) => (isKnown ? <Account /> : <Preferences />)
