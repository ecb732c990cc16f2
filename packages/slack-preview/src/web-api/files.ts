import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BOT } from '../workspace/directory.ts';
import { imageType, type StoredFile } from '../workspace/files.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { answerCall, checkArguments, type Method } from './method.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;

const uploadRequest = z.object({
  filename: z.string().min(1),
  length: z.coerce.number().int().min(1).max(MAX_FILE_BYTES),
  alt_txt: z.string().max(1_000).default(''),
});

export const filesGetUploadURLExternal: Method = (given, { state, publicUrl }) => {
  const { filename: name, length, alt_txt: altText } = checkArguments(uploadRequest, given);
  const { file, secret } = state.files.issue({ name, length, altText });
  return { upload_url: `${publicUrl()}/upload/v1/${secret}`, file_id: file.id };
};

const completed = z.object({
  files: z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1),
  channel_id: z.undefined({ error: 'this workspace shows files in blocks only: leave `channel_id` out' }).optional(),
});

export const filesCompleteUploadExternal: Method = (given, { state }) => {
  const call = checkArguments(completed, given);
  const files = call.files.map(({ id, title }) => {
    const file = state.files.find(id);
    if (file === undefined) throw new SlackApiError('file_not_found');
    if (file.content === null) throw new SlackApiError('file_update_failed');
    file.title = title ?? file.title;
    file.isComplete = true;
    return file;
  });
  return { files: files.map(filePayload) };
};

export const filesDelete: Method = (given, { state }) => {
  const { file: id } = checkArguments(z.object({ file: z.string().min(1) }), given);
  if (state.files.find(id)?.isComplete !== true) throw new SlackApiError('file_not_found');
  state.files.remove(id);
  return {};
};

/** Without a type while Slack processes it. */
function filePayload(file: StoredFile): Record<string, unknown> {
  const mimetype = file.refusals > 0 ? '' : (imageType(file) ?? 'application/octet-stream');
  const { id, name, title, altText: alt_txt, length: size, isShared } = file;
  return { id, name, title, alt_txt, size, mimetype, user: BOT.id, is_external: false, is_public: isShared };
}

/** Where the content of an upload is sent to; like Slack's, it takes it once, without a token. */
export async function uploadRoute(server: FastifyInstance, { state }: { state: State }): Promise<void> {
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FILE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  server.post<{ Params: { secret: string } }>('/upload/v1/:secret', (request, reply) =>
    answerCall(state, { method: 'upload_url', given: {}, request, reply }, () => {
      const file = state.files.awaited(request.params.secret);
      const { body } = request;
      if (file === undefined) throw new SlackApiError('not_found', { status: 404 });
      if (!Buffer.isBuffer(body) || body.length !== file.length) throw new SlackApiError('bad_length', { status: 400 });
      file.content = body;
      return `OK - ${body.length}`;
    }),
  );
}
