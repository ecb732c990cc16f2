import { serializerCompiler } from 'fastify-type-provider-zod';

/**
 * Checks an answer against its schema and writes it as JSON: once for each answer, since those that are kept are sent many times.
 * As bytes, for text would be encoded anew each time; Fastify sends them as they are, though its types know only text.
 */
export const responseSerializer: typeof serializerCompiler = (route) => {
  const write = serializerCompiler(route);
  const written = new WeakMap<object, Buffer>();
  return (answer) => {
    if (typeof answer !== 'object' || answer === null) return write(answer);
    const bytes = written.get(answer) ?? Buffer.from(write(answer));
    written.set(answer, bytes);
    return bytes as unknown as string;
  };
};
