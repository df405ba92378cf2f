/** The header by which a tool of `/mcp` says which net changes it expects. The API ignores it in other requests. */
export const expectHeader = "x-expected-changes"
