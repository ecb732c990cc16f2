/** The audience of access tokens: the MCP server's public address. */
export const mcpResource = (serviceUrl: string): string => `${serviceUrl}/mcp`;
