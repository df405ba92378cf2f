/** The header by which a tool of `/mcp` says which net changes it expects. Other requests cannot use it. */
export const expectHeader = "x-expected-changes"
