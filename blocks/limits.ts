/**
 * What Slack takes, in characters unless said otherwise; a block above a limit makes Slack refuse the whole message.
 * https://docs.slack.dev/reference/block-kit/blocks
 */
export const BLOCK_LIMITS = {
  blocks: 50,
  /**
   * All text of a message's blocks together. Undocumented: Slack answers `msg_blocks_too_long` from about 13,200
   * (https://github.com/slackapi/bolt-js/issues/2509).
   */
  message: 12_000,
  /** Counts as this many characters of the message, for every block, element and text object. */
  container: 25,
  /** Of the `text` beside the blocks Slack takes 40,000 and advises 4,000. */
  messageText: 4_000,
  header: 150,
  section: 3_000,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  contextText: 2_000,
  actions: 25,
  blockId: 255,
  imageAlt: 2_000,
  imageUrl: 3_000,
  buttonText: 75,
  buttonLabel: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
} as const;
