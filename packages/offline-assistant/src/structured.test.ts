import { describe, expect, it } from 'vitest';
import { reply } from './reply.ts';

const answerTo = (message: string, properties: Record<string, unknown>, more: object = {}) => {
  const schema = { type: 'object', properties, required: Object.keys(properties), ...more };
  const { text, calls } = reply({ messages: [{ role: 'user', content: message }], tools: [], schema });
  expect(calls).toEqual([]);
  return JSON.parse(text) as unknown;
};

describe('answers of a schema', () => {
  it('take numbers, options, names, yes and no from the message', () => {
    expect(
      answerTo('Anna Berg orders 3 large teas for 12.50, not urgent.', {
        name: { type: 'string' },
        count: { type: 'integer' },
        price: { type: 'number' },
        size: { enum: ['small', 'large'] },
        urgent: { type: 'boolean' },
      }),
    ).toEqual({ name: 'Anna Berg', count: 3, price: 12.5, size: 'large', urgent: false });
  });

  it('take what is stated by its name, and known formats', () => {
    expect(
      answerTo('The colour is dark green. age: 41. Write to ada@example.com', {
        email: { type: 'string', format: 'email' },
        colour: { type: 'string' },
        age: { type: 'integer' },
      }),
    ).toEqual({ colour: 'dark green', age: 41, email: 'ada@example.com' });
  });

  it('hold the answer in words where nothing else fits', () => {
    expect(answerTo('What is 17 * 23?', { answer: { type: 'string' }, sure: { type: 'boolean' } })).toEqual({
      answer: expect.stringContaining('391'),
      sure: true,
    });
  });

  it('have lists, nested objects, references and what may be null', () => {
    expect(
      answerTo(
        'Buy: milk, bread and tea',
        {
          items: { type: 'array', items: { $ref: '#/$defs/item' } },
          note: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] },
          meta: {
            type: 'object',
            properties: { version: { const: 2 }, size: { type: ['integer', 'null'], minimum: 1 } },
          },
        },
        { $defs: { item: { type: 'object', properties: { label: { type: 'string' } } } } },
      ),
    ).toMatchObject({
      items: [{ label: 'milk' }, { label: 'bread' }, { label: 'tea' }],
      note: expect.stringMatching(/^.{0,3}$/s),
      meta: { version: 2, size: 1 },
    });
  });

  it('come after the tools that the message needs', () => {
    const tool = {
      name: 'calculator',
      description: '',
      parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
    };
    const schema = { type: 'object', properties: { result: { type: 'number' } } };
    const { calls } = reply({ messages: [{ role: 'user', content: 'What is 6 * 7?' }], tools: [tool], schema });
    expect(calls).toHaveLength(1);
  });

  it('end for schemas that refer to themselves', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    expect(JSON.stringify(answerTo('Hi', { first: node }, { $defs: { node } })).length).toBeLessThan(1_000);
  });
});
