export { type BlockKitError, type MessageContent, validateMessage } from './limits/message.ts';
export { validateView } from './limits/view.ts';
export { createSlackPreview, type SlackPreview, type SlackPreviewOptions } from './preview.ts';
export type { Block, Message, View } from './workspace/message.ts';
export { STEPS } from './workspace/workflow-steps.ts';
export type {
  Delivery,
  InputValues,
  PlannedFailure,
  Press,
  RecordedCall,
  Workspace,
} from './workspace/workspace.ts';
