import { type Card, textCard } from '../kit/card.ts';

/** Shown until the service has scored its first posts; the answer follows by itself. */
export const preparingCard = (isSample: boolean): Card =>
  textCard(
    isSample
      ? '*Preparing the sample data (about 10 seconds).*\nYour answer appears here by itself.'
      : '*The service is scoring its first posts.*\nYour answer appears here by itself.',
  );
