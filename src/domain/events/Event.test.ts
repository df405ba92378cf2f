import { expect, test } from "bun:test"
import { type Scope, UserId } from "../Principal.ts"
import { EventId, EventType, maySee, type Reader } from "./Event.ts"

const ada = UserId.make("ada")

/** Returns the types of the events for all members that a member with these scopes sees. */
const seenWith = (...scopes: ReadonlyArray<Scope>): ReadonlyArray<EventType> => {
  const reader: Reader = { userId: ada, isOwner: true, scopes: new Set(scopes), sightOf: () => "Seen" }
  return EventType.literals.filter((type) => {
    const event = { id: EventId.make("1"), type, at: "2026-01-01T00:00:00.000Z", userId: "bert", object: "" }
    return maySee({ event, audience: "Members", audienceUser: null }, reader)
  })
}

test("events of models and libraries need their scope besides projects:read, without which none is seen", () => {
  const ofProject: ReadonlyArray<EventType> = ["project.changed", "member.changed", "webhook.disabled"]
  const ofLibraries: ReadonlyArray<EventType> = ["library.changed", "location.changed", "requirements.changed"]
  const inOrder = (types: ReadonlyArray<EventType>) => EventType.literals.filter((type) => types.includes(type))
  expect(seenWith("projects:read")).toEqual(inOrder(ofProject))
  expect(seenWith("projects:read", "libraries:read")).toEqual(inOrder([...ofProject, ...ofLibraries]))
  expect(seenWith("projects:read", "models:read", "libraries:read")).toEqual([...EventType.literals])
  expect(seenWith("projects:write", "models:read", "libraries:read")).toEqual([])
})
