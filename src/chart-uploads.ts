import type { WebClient } from '@slack/web-api';
import type { Chart } from '#blocks/charts/chart.ts';
import type { SendResult } from '#handlers/deps.ts';
import { lostResponseResult, toSendResult } from './slack-port.ts';

/** Files of one workspace: pictures that messages refer to by id. Never throws. */
export interface ChartUploads {
  upload(chart: Chart): Promise<{ ok: true; fileId: string } | Extract<SendResult, { ok: false }>>;
  remove(fileId: string): Promise<SendResult>;
}

interface ChartUploadsOptions {
  web: Pick<WebClient, 'files'>;
  /** For the content of one picture. */
  timeoutMs: number;
}

/** Slack's own limit for a file's description; the picture's block has the whole of it. */
const MAX_ALT_TEXT = 1_000;

/** In Slack's three steps, and without a channel: the message that shows a file shares it. */
export function createChartUploads({ web, timeoutMs }: ChartUploadsOptions): ChartUploads {
  return {
    async upload({ png, title, altText, fileName: filename }) {
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
    remove: (fileId) => toSendResult(web.files.delete({ file: fileId })),
  };
}

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
