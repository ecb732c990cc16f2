import { OperatorError } from '@pain-signals/storage';
import { Command } from 'commander';
import { explainPost, type PostExplanation } from '../../jobs/explain-post.ts';
import { countOf } from '../../model/pluralize.ts';
import { QUALITY_GATE } from '../../model/signal.ts';
import type { PostIdentity } from '../../store/index.ts';
import { type CliContext, helpExamples, visibleName } from '../context/cli-context.ts';
import { withPipeline } from '../context/with-store.ts';
import { parsePostIdentity } from './hide.ts';

export function explainCommand(context: CliContext): Command {
  return new Command('explain')
    .description('say why a post counts in a signal or not')
    .argument('<provider:id>', 'such as github:acme/widget#17', parsePostIdentity)
    .addHelpText('after', helpExamples('explain github:acme/widget#17'))
    .action(async (post: PostIdentity) => {
      const explanation = await withPipeline(context, ({ store, now }) => explainPost(store, post, now()));
      const name = nameOf(post);
      if (explanation.is === 'unknown')
        throw new OperatorError(`There is no post ${name}. List the posts with: npm run -s cli -- assignments`);
      await context.print(describeExplanation(name, explanation));
    });
}

const nameOf = ({ provider, externalId }: PostIdentity): string => visibleName(`${provider}:${externalId}`);

function describeExplanation(name: string, explanation: PostExplanation): string {
  switch (explanation.is) {
    case 'unknown':
    case 'forgotten':
      return `${name} was deleted with forget, and later imports skip it.`;
    case 'hidden':
      return `${name} is hidden. To count it again: npm run -s cli -- hide post ${name} --undo`;
    case 'excluded':
      return `${name} is stored but not counted: a bot wrote it, or it is an announcement such as release notes.`;
    case 'unplaced':
      return `${name} is stored but in no signal yet. To place it: npm run -s cli -- rebuild`;
    case 'future':
      return `${name} is dated in the future and counts from ${new Date(explanation.countedAt).toISOString()} on.`;
    case 'duplicate': {
      const { of, signal } = explanation;
      const where = signal === null ? '' : `, which is in signal ${signal.id}`;
      return `${name} repeats ${nameOf(of)}${where}. Only the first of the two counts.`;
    }
    case 'in-hidden-signal':
      return `${name} is in signal ${explanation.signal.id}, which is hidden. To show it: npm run -s cli -- hide signal ${explanation.signal.id} --undo`;
    case 'counted':
      return `${name} counts in signal ${explanation.signal.id}: ${explanation.signal.topic}`;
    case 'withheld':
      return `${name} is in group ${explanation.signal.id}, which is not public: ${describeLack(explanation)}`;
  }
}

function describeLack({ posts, authors, lacks }: PostExplanation & { is: 'withheld' }): string {
  const least = QUALITY_GATE;
  switch (lacks) {
    case 'documents':
      return `it has ${countOf(posts, 'post')}, and ${least.documents} are needed.`;
    case 'authors':
      return `its ${countOf(posts, 'post')} are by ${countOf(authors, 'author')}, and ${least.authors} are needed.`;
    case 'daysOrRepositories':
      return `its posts are of one day and one repository, and ${least.daysOrRepositories} days or repositories are needed.`;
    case 'coherence':
      return `its ${countOf(posts, 'post')} have too little in common.`;
    case 'topic':
      return `its ${countOf(posts, 'post')} are not about a problem or a request.`;
    case null:
      return 'the next refresh makes it public. To refresh now: snapshot';
  }
}
