import { createExchange } from './exchange.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createEvidenceTool, type EvidenceTool } from './mcp/evidence-tool.ts';
import { createMcpSession } from './mcp/session.ts';
import { createPacer, type Pacer } from './pacing.ts';
import { createPatience, type Errand, type Patience } from './patience.ts';
import { createRequest, type Question, type RawAnswer } from './request.ts';
import type { Service } from './service.ts';

/** Both doors of a service, asked with one key and within its one budget. */
export interface Connection {
  pacer: Pacer;
  /** What a caller waits for, and until when. */
  begin: Patience['begin'];
  get(errand: Errand, question: Question): Promise<RawAnswer>;
  evidenceTool: EvidenceTool;
}

export function connect(service: Service, apiKey: string | null): Connection {
  const { rest, mcp, clock } = service;
  const ledger = service.ledgers.open(fingerprintOf(apiKey ?? ''));
  const pacer = createPacer(service.pacing, ledger, clock);
  const patience = createPatience(pacer, clock, service.random);
  const exchange = createExchange({ apiKey, dispatcher: service.dispatcher, hear: pacer.hear });
  const send = createRequest(rest.url, exchange);
  const session = createMcpSession({
    url: mcp.url,
    exchange,
    perform: (errand, task) => patience.perform(errand, { ...task, breaker: mcp.breaker }),
  });
  return {
    pacer,
    begin: patience.begin,
    get: (errand, question) =>
      patience.perform(errand, {
        what: `GET ${question.path}`,
        breaker: rest.breaker,
        send: (timeoutMs) => send(question, timeoutMs),
      }),
    evidenceTool: createEvidenceTool(session, clock),
  };
}
