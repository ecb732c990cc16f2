import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../model/service-error.ts';
import { pathOf } from './rest-app.ts';

interface RegisteredRoute {
  path: RegExp;
  method: string;
}

/** Unknown addresses are 404, known ones with another method 405. Call it before any route is added. */
export function addNotFoundHandler(app: FastifyInstance): void {
  const routes: RegisteredRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const each of [method].flat()) routes.push({ path: pathPattern(url), method: each });
  });
  app.setNotFoundHandler((request) => {
    const path = pathOf(request.url);
    const methods = [...new Set(routes.filter((route) => route.path.test(path)).map((route) => route.method))];
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new ServiceError(
        'NOT_FOUND',
        'There is nothing at this address. All addresses are listed at /openapi.json.',
      );
    }
    throw new ServiceError('METHOD_NOT_ALLOWED', `This address takes ${methods.join(', ')}.`, {
      headers: { allow: methods.join(', ') },
    });
  });
}

const pathPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );
