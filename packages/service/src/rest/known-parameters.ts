import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../model/service-error.ts';
import { shown } from '../queries/invalid-parameter.ts';
import type { ParametersSchema } from '../queries/parameter-schema.ts';
import type { RestApp } from './rest-app.ts';

const NONE = z.object({});

/** A misspelt filter must not look as if it had worked. Call it before any route is added. */
export function refuseUnknownParameters(app: RestApp): void {
  app.addHook('onRoute', (route) => {
    const { querystring = NONE } = (route.schema ?? {}) as FastifySchema & { querystring?: z.ZodObject };
    route.schema = { ...route.schema, querystring: querystring.strict() };
  });
}

export function unknownParameter(name: string, { properties }: ParametersSchema): ServiceError {
  const known = Object.keys(properties);
  const rest = known.length === 0 ? 'This address takes none.' : `This address takes ${known.join(', ')}.`;
  return new ServiceError('INVALID_PARAMETER', `There is no parameter ${shown(name)}. ${rest}`);
}
