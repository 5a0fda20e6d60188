import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHook } from './hooks.ts';

describe('a hook', () => {
  it('calls its listeners one after the other, in the order they were added', async () => {
    const hook = createHook<[name: string]>();
    const calls: string[] = [];
    hook.add(async (name) => {
      await sleep(5);
      calls.push(`first ${name}`);
    });
    hook.add((name) => {
      calls.push(`second ${name}`);
    });
    await hook.run('one');
    await hook.run('two');
    expect(calls).toEqual(['first one', 'second one', 'first two', 'second two']);
  });

  it('stops at the first listener that fails and throws its error', async () => {
    const hook = createHook<[]>();
    const calls: string[] = [];
    hook.add(async () => {
      throw new Error('refused');
    });
    hook.add(() => {
      calls.push('never');
    });
    await expect(hook.run()).rejects.toThrow('refused');
    expect(calls).toEqual([]);
  });

  it('does nothing without listeners', async () => {
    await expect(createHook<[]>().run()).resolves.toBeUndefined();
  });
});
