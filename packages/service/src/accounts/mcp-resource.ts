/** What access tokens are for: the MCP server, by its public address. */
export const mcpResource = (serviceUrl: string): string => `${serviceUrl}/mcp`;

/** RFC 9728: where a resource says how to get a token for it. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
