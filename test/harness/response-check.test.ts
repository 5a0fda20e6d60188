import { expect, it } from 'vitest';
import type { ApiDescription } from './api-description.ts';
import { createResponseCheck } from './response-check.ts';

const schema = { $ref: '#/components/schemas/Thing' };
const operation = (operationId: string, responses: object) => ({
  operationId,
  summary: '',
  tags: [],
  security: [],
  responses,
});
const check = createResponseCheck({
  paths: {
    '/things/{id}': {
      get: operation('getThing', {
        200: { content: { 'application/json': { schema } } },
        404: { $ref: '#/components/responses/Problem404' },
      }),
      delete: operation('deleteThing', { 204: {} }),
    },
    '/things/newest': {
      get: operation('newest', { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } }),
    },
  },
  components: {
    schemas: { Thing: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
    responses: {
      Problem404: { content: { 'application/problem+json': { schema: { type: 'object', required: ['code'] } } } },
    },
  },
} as unknown as ApiDescription);
const seen = (method: string, path: string, status: number, contentType: string, body: unknown) =>
  check({ method, path, status, contentType, body });

it('a matching answer, and one without a route, is accepted', () => {
  expect(seen('GET', '/things/1?full=1', 200, 'application/json', { id: 'a' })).toBeUndefined();
  expect(seen('GET', '/things/1', 404, 'application/problem+json', { code: 'not_found' })).toBeUndefined();
  expect(seen('DELETE', '/things/1', 204, '', {})).toBeUndefined();
  expect(seen('GET', '/things/newest', 200, 'text/plain', {})).toBeUndefined();
  expect(seen('GET', '/elsewhere', 404, 'application/problem+json', {})).toBeUndefined();
  expect(seen('GET', '/things/1', 401, 'application/problem+json', { code: 'invalid_signature' })).toBeUndefined();
});

it('an answer that does not match is reported', () => {
  expect(seen('GET', '/things/1', 200, 'application/json', { id: 1 })).toMatch('says otherwise');
  expect(seen('GET', '/things/1', 404, 'application/problem+json', {})).toMatch('says otherwise');
  expect(seen('GET', '/things/1', 409, 'application/problem+json', { code: 'conflict' })).toMatch('no such status');
  expect(seen('GET', '/things/1', 200, 'text/html', {})).toMatch('not text/html');
  expect(seen('DELETE', '/things/1', 204, 'application/json', {})).toMatch('no content');
});
