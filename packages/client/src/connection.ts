import { createHttpClient } from './exchange.ts';
import { fingerprintKey } from './fingerprint.ts';
import { createEvidenceTool, type EvidenceTool } from './mcp/evidence-tool.ts';
import { createMcpSession } from './mcp/session.ts';
import { createPacer, type Pacer } from './pacing.ts';
import { type CallContext, type CallPolicy, createCallPolicy } from './patience.ts';
import { createRestClient, type RestRequest, type RestResponse } from './request.ts';
import type { Service } from './service.ts';

/** Both doors of a service, asked with one key and within its one budget. */
export interface Connection {
  pacer: Pacer;
  /** What a caller waits for, and until when. */
  begin: CallPolicy['begin'];
  get(errand: CallContext, question: RestRequest): Promise<RestResponse>;
  evidenceTool: EvidenceTool;
}

export function connect(service: Service, apiKey: string | null): Connection {
  const { rest, mcp, clock } = service;
  const ledger = service.ledgers.open(fingerprintKey(apiKey ?? ''));
  const pacer = createPacer(service.pacing, ledger, clock);
  const patience = createCallPolicy(pacer, clock, service.random);
  const exchange = createHttpClient({
    apiKey,
    dispatcher: service.dispatcher,
    onRateLimitHeaders: pacer.onRateLimitHeaders,
  });
  const send = createRestClient(rest.url, exchange);
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
