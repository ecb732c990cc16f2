import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Chart, ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import type { Charts, UploadedChart } from '#handlers/ports.ts';
import type { SendResult } from '#handlers/slack-port.ts';
import { lostResponseResult, toSendResult } from '../slack/web-api.ts';
import { createCache } from '../store/cache.ts';
import type { ChartFileStore } from '../store/chart-files.ts';
import type { ChartRenderer } from './renderer.ts';
import { ChartNotDrawnError } from './thread.ts';

interface ChartFilesOptions {
  renderer: Pick<ChartRenderer, 'renderChart'>;
  files: ChartFileStore;
  logger: Logger;
  now: () => number;
}

interface WorkspaceFiles {
  /** The key of the workspace in caches. */
  name: string;
  /** Rejects until Slack has said which workspace it is. */
  workspaceId: () => Promise<string>;
  uploads: ChartUploads;
}

/** The workspace takes no files at all, so asking again for each chart would only delay messages. */
const FILES_REFUSED =
  /^(missing_scope|not_allowed_token_type|no_permission|access_denied|file_uploads_disabled|restricted_action|storage_limit_reached|account_inactive|token_revoked|invalid_auth)$/;
const RETRY_AFTER_MS = 10 * 60_000;
const MAX_REFUSING = 10_000;

/**
 * Uploads each chart of a workspace once, and deletes it when no message shows it. Other processes learn of a file only once a message
 * shows it: nobody else can have posted one that is deleted.
 */
export function createChartFiles({ renderer, files, logger, now }: ChartFilesOptions) {
  const uploading = new Map<string, Promise<string | null>>();
  /** New files by chart, with the number of messages that are being sent with each. */
  const unshown = new Map<string, { fileId: string; messages: number }>();
  /** Workspaces that refuse files for now. */
  const refusing = createCache<true>({ max: MAX_REFUSING, ttlMs: RETRY_AFTER_MS, now });

  const draw = async (description: ChartDescription): Promise<Chart | null> => {
    try {
      return await renderer.renderChart(description);
    } catch (error) {
      if (!(error instanceof ChartNotDrawnError)) throw error;
      logger.warn({ err: error, chart: description.kind }, 'chart not drawn');
      return null;
    }
  };

  const uploadNew = async (workspace: WorkspaceFiles, description: ChartDescription, key: string) => {
    const chart = await draw(description);
    if (chart === null) return null;
    const uploaded = await workspace.uploads.upload(chart);
    if (!uploaded.ok) {
      if (FILES_REFUSED.test(uploaded.error)) refusing.set(workspace.name, true);
      logger.warn({ slackError: uploaded.error, chart: description.kind }, 'chart not uploaded');
      return null;
    }
    unshown.set(key, { fileId: uploaded.fileId, messages: 0 });
    return uploaded.fileId;
  };

  const uploadOnce = (workspace: WorkspaceFiles, description: ChartDescription, key: string) => {
    const started = uploading.get(key) ?? uploadNew(workspace, description, key);
    uploading.set(key, started);
    return started.finally(() => uploading.delete(key));
  };

  const find = async (workspace: WorkspaceFiles, description: ChartDescription): Promise<UploadedChart | null> => {
    const { altText, contentHash } = planChart(description).caption;
    const known = await files.find(await workspace.workspaceId(), contentHash);
    if (known === null && refusing.has(workspace.name)) return null;
    const key = keyOf(workspace, contentHash);
    const fileId = known ?? unshown.get(key)?.fileId ?? (await uploadOnce(workspace, description, key));
    if (fileId === null) return null;
    const file = unshown.get(key);
    const isNew = file?.fileId === fileId;
    if (isNew) file.messages += 1;
    return { fileId, altText, contentHash, isNew };
  };

  const keep = async (workspace: WorkspaceFiles, { fileId, contentHash, isNew }: UploadedChart) => {
    const key = keyOf(workspace, contentHash);
    if (!isNew || unshown.get(key)?.fileId !== fileId) return;
    // Nobody deletes it from here on, and the next message finds it in the store.
    const stored = files.set(await workspace.workspaceId(), contentHash, fileId);
    await stored.finally(() => unshown.delete(key));
  };

  const remove = async (workspace: WorkspaceFiles, { fileId, contentHash, isNew }: UploadedChart) => {
    if (!isNew) return files.remove(await workspace.workspaceId(), contentHash);
    const key = keyOf(workspace, contentHash);
    const file = unshown.get(key);
    // Another message shows it.
    if (file?.fileId !== fileId) return;
    file.messages -= 1;
    if (file.messages > 0) return;
    unshown.delete(key);
    const removed = await workspace.uploads.remove(fileId);
    if (!removed.ok) logger.warn({ slackError: removed.error }, 'unused file not deleted');
  };

  /** A message is sent without its chart rather than not at all. */
  const quietly = async <Result>(work: Promise<Result>): Promise<Result | null> => {
    try {
      return await work;
    } catch (error) {
      logger.error({ err: error }, 'chart failed');
      return null;
    }
  };

  return {
    forWorkspace: (workspace: WorkspaceFiles): Pick<Charts, 'upload' | 'keep' | 'discard'> => ({
      upload: (description) => quietly(find(workspace, description)),
      async keep(chart) {
        await quietly(keep(workspace, chart));
      },
      async discard(chart) {
        await quietly(remove(workspace, chart));
      },
    }),
  };
}

const keyOf = ({ name }: WorkspaceFiles, contentHash: string) => `${name} ${contentHash}`;

export type ChartFiles = ReturnType<typeof createChartFiles>;

interface ChartUploadsOptions {
  web: Pick<WebClient, 'files'>;
  /** For the content of one file. */
  timeoutMs: number;
}

/** Slack's limit for a file's description. The image block has the full text. */
const MAX_ALT_TEXT = 1_000;

/** Uploads in Slack's three steps, without a channel: the message that shows the file shares it. */
export function createChartUploads({ web, timeoutMs }: ChartUploadsOptions) {
  return {
    async upload({
      png,
      title,
      altText,
      fileName: filename,
    }: Chart): Promise<{ ok: true; fileId: string } | Extract<SendResult, { ok: false }>> {
      const about = { filename, length: png.length, alt_txt: altText.slice(0, MAX_ALT_TEXT).toWellFormed() };
      const asking = web.files.getUploadURLExternal(about);
      const asked = await toSendResult(asking);
      if (!asked.ok) return asked;
      const { upload_url: url = '', file_id: fileId = '' } = await asking;
      const sent = await sendContent(url, png, timeoutMs);
      if (!sent.ok) return sent;
      const completed = await toSendResult(web.files.completeUploadExternal({ files: [{ id: fileId, title }] }));
      return completed.ok ? { ok: true, fileId } : completed;
    },
    remove: (fileId: string): Promise<SendResult> => toSendResult(web.files.delete({ file: fileId })),
  };
}

/** Uploads files to one workspace. Never throws. */
export type ChartUploads = ReturnType<typeof createChartUploads>;

async function sendContent(url: string, png: Buffer, timeoutMs: number): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(png),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? { ok: true } : { ok: false, error: `http_${response.status}`, isConfirmed: true };
  } catch (error) {
    return lostResponseResult(error);
  }
}
