import { texts as shared } from "../Texts.ts"
import { inLanguage } from "../words/Words.ts"

export { dated } from "../words/Format.ts"

/** English texts about invitations. */
export const words = {
  invitations: {
    title: "You are invited to a project",
    signedIn: (name: string): string => `You are signed in as ${name}.`,
    accept: "Accept the invitation",
    about: "Sign in to accept the invitation.",
    aboutNew: "If you have no account here, make one. You sign in with this user name from now on.",
    signIn: "Sign in and accept",
    user: "User",
    password: "Password",
    passwordHint: "At least 8 characters",
    make: "Make an account and accept",
    none: "This link is incomplete. Copy all of it, or ask for a new one.",
    gone: "This invitation is unknown, used, expired or withdrawn. Ask for another.",
    actions: "Actions",
    list: "Invitations",
    listAbout: "Whoever opens the link of an invitation becomes a member, once.",
    noneOpen: "No invitation is open.",
    invite: "Invite by a link",
    role: "Role",
    lasts: "Open for",
    days: (count: number): string => (count === 1 ? "1 day" : `${count} days`),
    by: "Invited by",
    expires: "Ends",
    create: "Make the link",
    made: "The invitation is made",
    madeAbout: "Send this link to one person. It is shown here and never again.",
    copy: "Copy link",
    done: "Done",
    withdraw: "Withdraw",
    withdrawing: (role: string): string => `Withdraw the invitation as ${role}?`,
    withdrawAbout: "Its link no longer works."
  }
} as const

/** All texts about invitations, with those of the shell. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.invitations) }
