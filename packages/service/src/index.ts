export { createApiKey } from './accounts/api-key.ts';
export type { ServiceConfig } from './config.ts';
export { type RunningService, startService } from './start-service.ts';
export { openStore } from './store/index.ts';
