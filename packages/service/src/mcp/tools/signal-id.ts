import { z } from 'zod';

export const signalId = z.uuid().describe('The id of a signal, as lists and searches give it');
