import { z } from 'zod';
import { Brief, OpportunityItems } from '../../queries/answers.ts';
import type { Queries } from '../../queries/index.ts';
import { formatBrief, formatBriefs } from '../say/briefs.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';
import { signalId } from './signal-id.ts';

const BriefOrList = z.object({
  brief: Brief.optional().describe('With a signalId: its brief in full'),
  items: OpportunityItems.optional().describe('Without: all briefs, summary only'),
});

export const opportunityBrief = (queries: Queries): Tool =>
  defineTool({
    name: 'opportunity_brief',
    title: 'Read opportunity briefs',
    description: `With a signalId: the signal's opportunity brief, in full: problem, who is affected, workarounds, opportunity, wedge, risks, next steps, and the evidence each claim rests on. Without: the list of all briefs. Use it when deciding what to build. It reads briefs that exist and makes none; a signal without a brief, or with one older than 7 days, is NOT_FOUND. ${UNTRUSTED_TEXT_NOTICE}`,
    input: z.object({ signalId: signalId.optional() }),
    output: BriefOrList,
    answer: async ({ signalId: id }) =>
      id === undefined ? { items: await queries.opportunities() } : { brief: await queries.brief(id) },
    say: ({ brief, items = [] }) => (brief === undefined ? formatBriefs(items) : formatBrief(brief)),
  });
