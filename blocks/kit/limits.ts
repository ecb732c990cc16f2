/**
 * What Slack takes, in characters unless noted. One block above a limit makes Slack reject the whole message, dialog or Home.
 * https://docs.slack.dev/reference/block-kit/blocks
 */
export const BLOCK_LIMITS = {
  blocks: 50,
  /**
   * All text of a message's blocks. Undocumented: Slack answers `msg_blocks_too_long` from about 13,200
   * (https://github.com/slackapi/bolt-js/issues/2509).
   */
  message: 12_000,
  /** Each block, element and text object counts as this many characters. */
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
  /** Of a menu. */
  options: 100,
  optionText: 75,
  optionValue: 75,
  /** Of a dialog (https://docs.slack.dev/reference/views/modal-views) or the app's Home. */
  viewBlocks: 100,
  dialogTitle: 24,
  dialogButton: 24,
  chartTitle: 50,
  chartLabel: 20,
  chartPoints: 20,
  tableCell: 200,
  /** Besides the head. */
  tableRows: 100,
  foldedTitle: 150,
  foldedBlocks: 10,
} as const;
