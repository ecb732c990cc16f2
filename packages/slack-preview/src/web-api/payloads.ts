import { APP, BOT, type Channel, type Person, TEAM } from '../workspace/directory.ts';
import type { Message, View } from '../workspace/message.ts';

/** A message as in Web API responses and payloads. */
export function messagePayload(message: Message): Record<string, unknown> {
  return {
    type: 'message',
    user: message.user,
    ...(message.user === BOT.id && { bot_id: APP.botId, app_id: APP.id }),
    team: TEAM.id,
    text: message.text,
    ts: message.ts,
    blocks: message.blocks,
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    ...(message.isEdited && { edited: { user: message.user, ts: message.ts } }),
  };
}

export function viewPayload(view: View, values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: view.id,
    team_id: TEAM.id,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values },
    hash: view.hash,
    title: view.title ?? null,
    close: view.close ?? null,
    submit: view.submit ?? null,
    root_view_id: view.rootViewId,
    previous_view_id: view.previousViewId,
    app_id: APP.id,
    app_installed_team_id: TEAM.id,
    bot_id: APP.botId,
  };
}

export function userPayload(person: Person): Record<string, unknown> {
  return {
    id: person.id,
    team_id: person.team.id,
    name: person.name,
    real_name: person.realName,
    deleted: false,
    tz: person.timeZone,
    locale: person.locale,
    profile: { real_name: person.realName, display_name: person.name },
    is_admin: person.role === 'admin',
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.role === 'guest',
    is_ultra_restricted: false,
    is_bot: person.role === 'bot',
    is_stranger: false,
    is_app_user: false,
    ...(person.team.enterpriseId !== null && {
      enterprise_user: { enterprise_id: person.team.enterpriseId, is_admin: false, is_owner: false },
    }),
  };
}

export function channelPayload(channel: Channel): Record<string, unknown> {
  const isDirect = channel.kind === 'direct';
  return {
    id: channel.id,
    ...(isDirect ? { user: channel.memberIds[0] } : { name: channel.name, topic: { value: channel.topic } }),
    is_channel: !isDirect,
    is_group: false,
    is_im: isDirect,
    is_mpim: false,
    is_private: channel.kind !== 'public',
    is_archived: channel.isArchived,
    is_general: channel.name === 'general',
    is_shared: channel.isShared,
    is_ext_shared: channel.isShared,
    is_member: channel.memberIds.includes(BOT.id),
    context_team_id: TEAM.id,
  };
}
