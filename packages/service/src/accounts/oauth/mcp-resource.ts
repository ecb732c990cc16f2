/** What access tokens are for: the MCP server, by its public address. */
export const mcpResource = (serviceUrl: string): string => `${serviceUrl}/mcp`;

/** What a token lets a program do: read signals over MCP. */
export const MCP_SCOPE = 'signals:read';
