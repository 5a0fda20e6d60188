import { describe, expect, it } from 'vitest';
import { idAt, idOfBoth, newId } from './ids.ts';

describe('an id of two others', () => {
  const [event, other] = [newId('evt', 1_700_000_000_000), newId('evt', 1_700_000_000_000)];
  const [webhook, second] = [newId('wh', 1_600_000_000_000), newId('wh', 1_600_000_000_001)];

  it('is the same for the same two, and another for any other', () => {
    const id = idOfBoth('dlv', event, webhook);
    expect(id).toMatch(/^dlv_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(idOfBoth('dlv', event, webhook)).toBe(id);
    expect(new Set([id, idOfBoth('dlv', event, second), idOfBoth('dlv', other, webhook)]).size).toBe(3);
  });

  it('has the time of the first', () => {
    const id = idOfBoth('dlv', event, webhook);
    expect(id.startsWith(idAt('dlv', 1_700_000_000_000))).toBe(true);
  });

  it('leaves no two of many the same', () => {
    const events = Array.from({ length: 300 }, () => newId('evt', 1_700_000_000_000));
    const webhooks = Array.from({ length: 30 }, () => newId('wh', 1_600_000_000_000));
    expect(new Set(events.flatMap((one) => webhooks.map((each) => idOfBoth('dlv', one, each)))).size).toBe(9_000);
  });
});
