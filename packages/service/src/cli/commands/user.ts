import { OperatorError } from '@pain-signals/storage';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { createPasswordLink } from '../../accounts/sign-in/password-links.ts';
import { type Account, PLANS, type Plan, type Stores } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { accountNotFound, findAccount, withStore } from '../context/with-store.ts';

export function userCommand(context: CliContext): Command {
  const user = new Command('user')
    .description('manage accounts')
    .addHelpText(
      'after',
      helpExamples('user add ada@example.com --pro', 'user plan ada@example.com pro', 'user reset ada@example.com'),
    );
  user
    .command('add')
    .description('create an account and print a one-time link to set its password')
    .argument('<email>', "the account's email address", parseEmail)
    .option('--pro', 'put it on the Pro plan, which API keys require')
    .addHelpText('after', helpExamples('user add ada@example.com --pro'))
    .action((email: string, options: { pro?: true }) => addUser(context, email, options.pro ? 'pro' : 'free'));
  user
    .command('plan')
    .description("change an account's plan")
    .argument('<email>', "the account's email address", parseEmail)
    .addArgument(new Argument('<plan>', 'the plan').choices(PLANS))
    .addHelpText('after', helpExamples('user plan ada@example.com pro'))
    .action((email: string, plan: Plan) => setPlan(context, email, plan));
  user
    .command('reset')
    .description('print a one-time link to set a new password, valid for 24 hours')
    .argument('<email>', "the account's email address", parseEmail)
    .addHelpText('after', helpExamples('user reset ada@example.com'))
    .action((email: string) => resetUser(context, email));
  return user;
}

function addUser(context: CliContext, email: string, plan: Plan): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.create(email, plan);
    if (account === null) throw accountExists(await findAccount(store, email), plan);
    await context.print(`Added ${account.email} on the ${nameOf(account.plan)} plan.`);
    await context.print(
      'To set a password, open this link or send it to the user. It works once and expires in 24 hours:',
    );
    await printLink(context, store, account.id);
  });
}

/** As the pages write it. */
const nameOf = (plan: Plan): string => (plan === 'pro' ? 'Pro' : plan);

/** @param wanted the plan that was asked for; a free account is what one gets without asking */
function accountExists({ email, plan }: Account, wanted: Plan): OperatorError {
  const change = plan === 'free' && wanted === 'pro' ? ` To change it: npm run -s cli -- user plan ${email} pro` : '';
  return new OperatorError(`${email} already has an account, on the ${nameOf(plan)} plan.${change}`);
}

function resetUser(context: CliContext, email: string): Promise<void> {
  return withStore(context, async (store) => {
    const { id } = await findAccount(store, email);
    context.notify(
      'To set a new password, open this link or send it to the user. It works once and expires in 24 hours:',
    );
    await printLink(context, store, id);
  });
}

async function printLink(context: CliContext, stores: Pick<Stores, 'passwords'>, accountId: string): Promise<void> {
  const token = await createPasswordLink(stores, accountId);
  await context.print(`${(await context.config()).serviceUrl}/password/${token}`);
}

function setPlan(context: CliContext, email: string, plan: Plan): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.setPlan(email, plan);
    if (account === null) throw accountNotFound(email);
    await context.print(`${account.email} is now on the ${nameOf(account.plan)} plan.`);
  });
}

export function parseEmail(text: string): string {
  // The account of a Slack workspace, which the app's operator token made.
  const { success, data } = z.union([z.email(), z.string().regex(/^slack:\w+$/i)]).safeParse(text);
  if (success) return data.toLowerCase();
  throw new InvalidArgumentError('Use an email address such as ada@example.com.');
}
