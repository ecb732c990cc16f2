import type { Logger } from 'pino';
import type { Chart, ChartDescription } from '#blocks/charts/chart.ts';
import { planChart } from '#blocks/charts/plan-chart.ts';
import type { Charts, UploadedChart } from '#handlers/deps.ts';
import { ChartNotDrawnError } from './chart-not-drawn-error.ts';
import type { ChartRenderer } from './chart-renderer.ts';
import type { ChartUploads } from './chart-uploads.ts';
import type { ChartFileStore } from './stores/chart-file-store.ts';

interface ChartFilesOptions {
  renderer: Pick<ChartRenderer, 'renderChart'>;
  files: ChartFileStore;
  logger: Logger;
  now: () => number;
}

/** One workspace, as far as its files are concerned. */
interface WorkspaceFiles {
  /** Tells it from others in memory. */
  name: string;
  /** Rejects as long as Slack does not tell. */
  workspaceId: () => Promise<string>;
  uploads: ChartUploads;
}

export interface ChartFiles {
  forWorkspace(workspace: WorkspaceFiles): Pick<Charts, 'upload' | 'keep' | 'discard'>;
}

/** The workspace takes no files at all; asking for each picture again would only keep people waiting. */
const FILES_REFUSED =
  /^(missing_scope|not_allowed_token_type|no_permission|access_denied|file_uploads_disabled|restricted_action|storage_limit_reached|account_inactive|token_revoked|invalid_auth)$/;
const RETRY_AFTER_MS = 10 * 60_000;

/** Uploads each picture of a workspace once. One that no message came to show is deleted again. */
export function createChartFiles({ renderer, files, logger, now }: ChartFilesOptions): ChartFiles {
  const uploading = new Map<string, Promise<string | null>>();
  /** New files, with how many messages are on their way with each. */
  const unshown = new Map<string, number>();
  const noFilesUntil = new Map<string, number>();

  const draw = async (description: ChartDescription): Promise<Chart | null> => {
    try {
      return await renderer.renderChart(description);
    } catch (error) {
      if (!(error instanceof ChartNotDrawnError)) throw error;
      logger.warn({ err: error, chart: description.kind }, 'A chart was not drawn');
      return null;
    }
  };

  const uploadNew = async (workspace: WorkspaceFiles, description: ChartDescription, contentHash: string) => {
    const chart = await draw(description);
    if (chart === null) return null;
    const uploaded = await workspace.uploads.upload(chart);
    if (!uploaded.ok) {
      if (FILES_REFUSED.test(uploaded.error)) noFilesUntil.set(workspace.name, now() + RETRY_AFTER_MS);
      logger.warn({ slackError: uploaded.error, chart: description.kind }, 'A chart was not uploaded');
      return null;
    }
    unshown.set(uploaded.fileId, 0);
    await files.set(await workspace.workspaceId(), contentHash, uploaded.fileId);
    return uploaded.fileId;
  };

  const uploadOnce = (workspace: WorkspaceFiles, description: ChartDescription, contentHash: string) => {
    const key = `${workspace.name} ${contentHash}`;
    const started = uploading.get(key) ?? uploadNew(workspace, description, contentHash);
    uploading.set(key, started);
    return started.finally(() => uploading.delete(key));
  };

  const find = async (workspace: WorkspaceFiles, description: ChartDescription): Promise<UploadedChart | null> => {
    const { altText, contentHash } = planChart(description).caption;
    const known = await files.find(await workspace.workspaceId(), contentHash);
    if (known === null && now() < (noFilesUntil.get(workspace.name) ?? 0)) return null;
    const fileId = known ?? (await uploadOnce(workspace, description, contentHash));
    if (fileId === null) return null;
    const messages = unshown.get(fileId);
    if (messages !== undefined) unshown.set(fileId, messages + 1);
    return { fileId, altText, contentHash, isNew: messages !== undefined };
  };

  const remove = async ({ workspaceId, uploads }: WorkspaceFiles, { fileId, contentHash, isNew }: UploadedChart) => {
    const messages = unshown.get(fileId);
    if (messages !== undefined && messages > 1) return void unshown.set(fileId, messages - 1);
    // Another message shows it by now.
    if (isNew && messages === undefined) return;
    unshown.delete(fileId);
    await files.remove(await workspaceId(), contentHash);
    const removed = isNew ? await uploads.remove(fileId) : null;
    if (removed?.ok === false) logger.warn({ slackError: removed.error }, 'An unused file could not be deleted');
  };

  /** Whatever goes wrong with a picture, its message goes out. */
  const quietly = async <Result>(work: Promise<Result>): Promise<Result | null> => {
    try {
      return await work;
    } catch (error) {
      logger.error({ err: error }, 'A chart goes unseen');
      return null;
    }
  };

  return {
    forWorkspace: (workspace) => ({
      upload: (description) => quietly(find(workspace, description)),
      async keep({ fileId }) {
        unshown.delete(fileId);
      },
      async discard(chart) {
        await quietly(remove(workspace, chart));
      },
    }),
  };
}
