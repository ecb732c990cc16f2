/** The version of every part: packages, `--version`, OpenAPI, MCP and the User-Agent sent to sources. A test compares them. */
export const VERSION = '0.2.0';
