import { useState } from "preact/hooks"
import { call } from "../api/Call.ts"
import type { Answer, Failure } from "../api/Failure.ts"
import type { Member } from "../api/Views.ts"
import { counted } from "../Texts.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Fault, Loaded, useLoaded } from "../ui/Loaded.tsx"
import { texts } from "./model/ModelTexts.ts"
import { useOwnSubject } from "./OwnSubject.ts"

const roleOf = (role: string): string => texts.members.roles[role] ?? role

/** Largest number of members shown. A project has up to 10,000 members; the others are found by searching. */
const mostShown = 100
/** Largest number of members that are shown without a search field. */
const mostUnsought = 10

const Row = ({
  changed,
  isSelf,
  member,
  path
}: {
  readonly member: Member
  readonly isSelf: boolean
  /** Path of the member on the model. */
  readonly path: string
  readonly changed: () => void
}) => {
  const { name, role, userId } = member
  const [wanted, setWanted] = useState(role)
  const [said, setSaid] = useState("")
  const [failure, setFailure] = useState<Failure | null>(null)
  const tell = (answer: Answer<unknown>, text: string) => {
    setFailure("failure" in answer ? answer.failure : null)
    setSaid("failure" in answer ? "" : text)
    if ("value" in answer) changed()
  }
  const give = async () => {
    const answer = await call<Member>("PUT", path, { body: { role: wanted } })
    const inForce = "value" in answer ? answer.value.role : wanted
    tell(answer, inForce === wanted ? texts.members.given : texts.members.stays(roleOf(inForce)))
  }
  const takeBack = async () => {
    const answer = await call("DELETE", path)
    const isNone = "failure" in answer && answer.failure.status === 404
    tell(isNone ? { failure: { ...answer.failure, details: texts.members.noneGiven } } : answer, texts.members.taken)
  }
  return (
    <li>
      <span class="grow">
        <code>{userId}</code> {name !== userId && name} {isSelf && <span class="tag">{texts.members.you}</span>}
      </span>
      <strong>{roleOf(role)}</strong>
      <span class="row">
        <select
          aria-label={texts.members.roleFor(userId)}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        >
          {Object.keys(texts.members.roles).map((one) => (
            <option key={one} value={one}>
              {roleOf(one)}
            </option>
          ))}
        </select>
        <button type="button" aria-label={texts.members.giveTo(userId)} onClick={() => void give()}>
          {texts.members.give}
        </button>
        <button type="button" aria-label={texts.members.takeFrom(userId)} onClick={() => void takeBack()}>
          {texts.members.take}
        </button>
      </span>
      <span class="soft" role="status">
        {said}
      </span>
      {failure !== null && <Fault failure={failure} />}
    </li>
  )
}

const List = ({
  changed,
  members,
  path
}: {
  readonly members: ReadonlyArray<Member>
  readonly path: string
  readonly changed: () => void
}) => {
  const self = useOwnSubject()
  const [sought, setSought] = useState("")
  const found = members.filter(({ name = "", userId }) => `${userId} ${name}`.toLowerCase().includes(sought))
  return (
    <>
      <p class="soft">{texts.members.about}</p>
      {members.length > mostUnsought && (
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          onInput={({ currentTarget }) => setSought(currentTarget.value.toLowerCase())}
        />
      )}
      <ul class="changes" aria-label={texts.members.title}>
        {found.slice(0, mostShown).map((member) => (
          <Row
            key={member.userId}
            member={member}
            isSelf={member.userId === self}
            path={`${path}/${encodeURIComponent(member.userId)}`}
            changed={changed}
          />
        ))}
      </ul>
      {found.length === 0 && <p role="status">{texts.noMatch(sought)}</p>}
      {found.length > mostShown && <p class="soft">{texts.more(counted(found.length - mostShown))}</p>}
    </>
  )
}

interface DialogProperties {
  readonly base: string
  /** Callback for a changed role, possibly that of the user. */
  readonly changed: () => void
  readonly close: () => void
}

/** Renders every member with the role in force on a model, which its Owners can change; the service refuses others. */
export const MembersDialog = ({ base, changed, close }: DialogProperties) => {
  const path = `${base}/members`
  const loading = useLoaded(
    (signal) => call<{ readonly members: ReadonlyArray<Member> }>("GET", path, { signal }),
    [path]
  )
  const given = () => {
    loading.reload()
    changed()
  }
  return (
    <Dialog title={texts.members.title} close={close}>
      <Loaded of={loading}>{({ members }) => <List members={members} path={path} changed={given} />}</Loaded>
    </Dialog>
  )
}
