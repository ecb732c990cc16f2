export { createApiKey } from './accounts/keys/api-keys.ts';
export type { ServiceConfig } from './config/config.ts';
export { loadConfig as loadServiceConfig } from './config/config.ts';
export { type RunningService, startService } from './start-service.ts';
export { openStore } from './store/index.ts';
