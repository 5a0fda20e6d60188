import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFloors } from './floors.ts';

it('begins a claim where the last one ended, less a second for slow transactions', () => {
  const floors = createFloors({ enabled: true });
  expect(floors.begin('q')).toBe(0);
  floors.reached('q', 50_000);
  expect(floors.begin('q')).toBe(49_000);
  expect(floors.begin('other')).toBe(0);
});

it('keeps what was found below the floor for the next claim, whatever a claim under way reaches', () => {
  const floors = createFloors({ enabled: true });
  floors.reached('q', 50_000);
  expect(floors.begin('q')).toBe(49_000);
  floors.found('q', 7);
  floors.reached('q', 60_000);
  expect(floors.begin('q')).toBe(7);
  expect(floors.begin('q')).toBe(59_000);
});

it('looks at everything again after twenty times as long as that took', async () => {
  const floors = createFloors({ enabled: true });
  const looks: boolean[] = [];
  const look = () =>
    floors.look(async (whole) => {
      looks.push(whole);
      await sleep(10);
    });
  await look();
  await look();
  expect(looks).toEqual([true, false]);
  while (looks.at(-1) === false) await look();
  expect(looks.length).toBeGreaterThan(10);
});

it('looks at everything on the embedded engine', async () => {
  const floors = createFloors({ enabled: false });
  floors.reached('q', 50_000);
  expect(floors.begin('q')).toBe(0);
  await floors.look(async (whole) => expect(whole).toBe(true));
  await floors.look(async (whole) => expect(whole).toBe(true));
});
