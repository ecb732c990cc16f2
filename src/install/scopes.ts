/** What the app asks a workspace for: the same as in the manifests, which a test keeps in step. */
export const SCOPES: readonly string[] = [
  'commands',
  'chat:write',
  'app_mentions:read',
  'im:history',
  'users:read',
  'chat:write.public',
  'channels:read',
  'groups:read',
  'files:write',
  'im:write',
  'assistant:write',
  'links:read',
  'links:write',
];
