import { z } from 'zod';
import { SignalItems } from '../../queries/answers.ts';

/** A list that is not paginated; structured content is an object, so it stands in one. */
export const SignalList = z.object({ items: SignalItems });
