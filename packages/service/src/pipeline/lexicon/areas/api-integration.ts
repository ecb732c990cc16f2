import type { AreaSeeds } from './area-seeds.ts';

export const apiIntegration: AreaSeeds = {
  telling: `
    rest api, api, api key, api version, api client, api gateway, webhook, webhooks, webhook delivery,
    signature header, graphql, graphql query, apollo, grpc, protobuf, soap, openapi, swagger, postman, sdk,
    client library, rate limit, rate limited, rate limiting, 429, throttle, throttling, quota header, pagination,
    paginate, page token, next page, cursor pagination, offset pagination, idempotency key, idempotent, endpoint,
    http client, third party, integration, connector, stripe, paypal, twilio, sendgrid, shopify, salesforce, hubspot,
    zapier, slack api, payment, payment intent, checkout, subscription billing, breaking api change,
    deprecation notice, callback delivery, event delivery, exponential backoff, cors, content type, request body,
    response body, status code, 422, batch endpoint
  `,
  typical: `
    request, response, payload, header, query parameter, json body, json, xml, field, nullable field, enum value,
    client, server response, http, https, url, curl, fetch, axios, retry, retries, backoff, burst, events, event,
    redelivery, duplicate delivery, missed event, out of order events, sync, partner, vendor, provider,
    external service, websocket, sse, long polling, polling, sandbox, documentation of the api, undocumented,
    changelog, contract, versioning, invoice, refund, charge, per_page, page size, skipped rows, offset, total count,
    list endpoint, next link, cursor, webhook secret, retry policy
  `,
  vague: `
    limit, quota, key, timeout, page, item, list, 400, 404, 500, 502, subscriber, handler, message, order, ordering,
    export, import, customer, account, integration test
  `,
};
