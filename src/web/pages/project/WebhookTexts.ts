import type { DisabledReason, WebhookDelivery } from "../../api/Views.ts"
import { texts as shared } from "../../Texts.ts"
import { inLanguage } from "../../words/Words.ts"

export { timedExactly as timed } from "../../words/Format.ts"

const reasons: Readonly<Record<DisabledReason, string>> = {
  Gone: "its receiver answered that it is gone",
  NoSuccess: "nothing arrived for five days",
  MakerIsNoOwner: "who saved it is no Owner any more",
  MakerRevoked: "the access of who saved it was revoked"
}

const statuses: Readonly<Record<WebhookDelivery["status"], string>> = {
  Pending: "Waiting",
  Delivered: "Delivered",
  Failed: "Failed",
  Refused: "Address refused"
}

/** English texts about webhooks. */
export const words = {
  webhooks: {
    title: "Webhooks",
    about: "Each webhook sends what happens in this project to a URL, signed in the form of Standard Webhooks.",
    none: "No webhooks yet",
    noneHint: "A webhook tells another program of each change, so that it need not ask again and again.",
    mayNot: "Owners of the project manage its webhooks.",
    new: "New webhook",
    url: "URL",
    types: "Events",
    typesHint: "Separated by spaces: * for all, an area such as model.*, or names such as version.published.",
    description: "Description",
    state: "State",
    on: "On",
    off: "Off",
    offBecause: (reason: DisabledReason): string => `Off: ${reasons[reason]}`,
    turnOn: "Turn on",
    turnOff: "Turn off",
    test: "Send a test",
    deliveries: "Deliveries",
    rotate: "New secret",
    rotating: (url: string): string => `Make a new secret for ${url}?`,
    rotateAbout: "For 24 hours messages are signed by both secrets, so that the receiver has time to change.",
    deleting: (url: string): string => `Delete the webhook to ${url}?`,
    deleteAbout: "Nothing is sent to this URL any more, and its deliveries are not listed any longer.",
    actions: "Actions",
    made: "The secret of the webhook",
    madeAbout: "Copy it now: the receiver checks signatures with it, and it is not shown again.",
    copy: "Copy secret",
    done: "Done",
    list: "Webhooks of this project",
    deliveriesTo: (url: string): string => `Deliveries to ${url}`,
    noDeliveries: "Nothing was sent in the last 30 days.",
    latest: (shown: number, all: number): string => `The latest ${shown} of ${all}`,
    event: "Event",
    tries: "Tries",
    retry: "Send again",
    next: (time: string): string => `next try ${time}`,
    status: (status: WebhookDelivery["status"]): string => statuses[status],
    noAnswer: "no answer"
  }
} as const

/** All texts about webhooks, with those of the shell. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.webhooks) }
