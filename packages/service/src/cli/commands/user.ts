import { Argument, Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { createPasswordLink } from '../../accounts/sign-in/password-links.ts';
import { PLANS, type Plan, type Stores } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { withStore } from '../context/with-store.ts';

export function userCommand(context: CliContext): Command {
  const user = new Command('user')
    .description('the accounts that keys belong to')
    .addHelpText(
      'after',
      helpExamples('user add ada@example.com --pro', 'user plan ada@example.com pro', 'user reset ada@example.com'),
    );
  user
    .command('add')
    .description('make an account and print a one-time link to set its password')
    .argument('<email>', 'its e-mail address', parseEmail)
    .option('--pro', 'on the Pro plan, which keys need')
    .addHelpText('after', helpExamples('user add ada@example.com --pro'))
    .action((email: string, options: { pro?: true }) => addUser(context, email, options.pro ? 'pro' : 'free'));
  user
    .command('plan')
    .description('put an account on a plan')
    .argument('<email>', 'its e-mail address', parseEmail)
    .addArgument(new Argument('<plan>', 'the plan').choices(PLANS))
    .addHelpText('after', helpExamples('user plan ada@example.com pro'))
    .action((email: string, plan: Plan) => setPlan(context, email, plan));
  user
    .command('reset')
    .description('print a one-time link, good for 24 hours, to set the password of an account anew')
    .argument('<email>', 'its e-mail address', parseEmail)
    .addHelpText('after', helpExamples('user reset ada@example.com'))
    .action((email: string) => resetUser(context, email));
  return user;
}

function addUser(context: CliContext, email: string, plan: Plan): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.create(email, plan);
    if (account === null)
      throw new OperatorError(`${email} has an account already. Change its plan with: user plan ${email} ${plan}`);
    await context.print(`${account.email} added, on the ${account.plan} plan.`);
    await printLink(context, store, account.id);
  });
}

function resetUser(context: CliContext, email: string): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.find(email);
    if (account === null) throw accountNotFound(email);
    await printLink(context, store, account.id);
  });
}

async function printLink(context: CliContext, stores: Pick<Stores, 'passwords'>, accountId: string): Promise<void> {
  const token = await createPasswordLink(stores, accountId);
  context.notify('Whoever opens this link within 24 hours sets the password, once:');
  await context.print(`${(await context.config()).serviceUrl}/password/${token}`);
}

function setPlan(context: CliContext, email: string, plan: Plan): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.setPlan(email, plan);
    if (account === null) throw accountNotFound(email);
    await context.print(`${account.email} is on the ${account.plan} plan.`);
  });
}

export const accountNotFound = (email: string): OperatorError =>
  new OperatorError(`${email} has no account. Make one with: user add ${email} --pro`);

export function parseEmail(text: string): string {
  const { success, data } = z.email().safeParse(text);
  if (success) return data.toLowerCase();
  throw new InvalidArgumentError('It must be an e-mail address such as ada@example.com.');
}
