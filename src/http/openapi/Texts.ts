import { libraryTexts } from "./LibraryTexts.ts"
import { modelTexts } from "./ModelTexts.ts"
import type { Text } from "./Text.ts"

/** The service itself, projects with their members, files. */
const projectTexts: Readonly<Record<string, Text>> = {
  health: { summary: "The process answers" },
  readiness: {
    summary: "Storage, blobs and tokens answer",
    description: "503 otherwise; `checks` then names what does not."
  },
  openapi: { summary: "This document" },
  listProjects: { summary: "List the caller's projects", description: "Ordered by name." },
  createProject: { summary: "Create a project", description: "The caller becomes its Owner." },
  readProject: { summary: "Read a project" },
  changeProject: {
    summary: "Change a project",
    description: "An absent member keeps its value; `description: null` clears it."
  },
  deleteProject: { summary: "Delete a project", description: "Everything in it goes along, files included." },
  listMembers: { summary: "List the members of a project" },
  putMember: {
    summary: "Add a member, or change a member's role",
    description: "A member is named by the subject of the token and may be added before ever signing in.",
    errors: [400]
  },
  removeMember: {
    summary: "Remove a member",
    description: "Everyone may remove themself. The last Owner cannot go: 400.",
    errors: [400]
  },
  listModelMembers: { summary: "List the members with the role in force on a model" },
  putModelMember: { summary: "Give a member a role on a model" },
  removeModelMember: { summary: "Take back the role that a member was given on a model" },
  uploadUrl: {
    summary: "Get a place to upload a file to",
    description:
      "PUT the bytes to `uploadUrl` within the hour, then name `uploadKey` when the model is created. One key serves one model."
  },
  uploadUrlOlder: { summary: "Get a place to upload a file to (older path)" },
  upload: {
    summary: "Upload a file",
    description: "The URL comes from `uploadUrl` and is all the permission that is needed."
  },
  download: {
    summary: "Download a file",
    description:
      "The URL comes from `downloadUrl`, `reportUrl` or `image` and is all the permission that is needed, for seven days. HEAD and one Range are served."
  }
}

/** Of every endpoint, by its name. */
export const texts: Readonly<Record<string, Text>> = { ...projectTexts, ...modelTexts, ...libraryTexts }
