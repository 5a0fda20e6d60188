import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace, type Place } from '../harness/databases.ts';
import { onThisMachine } from '../harness/this-machine.ts';
import { uploadTogether } from '../harness/uploads.ts';

/** By hand at full size: `UPLOADS=200 UPLOAD_MEGABYTES=20 vitest run --config test/long/vitest.config.ts uploads`. */
const uploads = Number(process.env.UPLOADS ?? 200);
const megabytes = Number(process.env.UPLOAD_MEGABYTES ?? 4);

describe.runIf(process.platform === 'linux').each(engines)('a crowd of uploads on %s', (engine) => {
  let place: Place;
  let child: ChildGateway;
  beforeAll(async () => {
    place = await newPlace(engine);
    child = await startChildGateway({ ...place.settings, LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await child.end('SIGTERM');
    await place.remove();
  });

  it(`${uploads} of ${megabytes} MB at once take less than 100 MB, and others are served meanwhile`, async () => {
    const { statuses, ...figures } = await uploadTogether(child, uploads, megabytes);
    const said = JSON.stringify(figures);
    process.stdout.write(`\n  uploads on ${engine}: ${said}\n`);
    expect(statuses).toEqual(statuses.map(() => 201));
    expect(figures.growthMegabytes, said).toBeLessThan(100);
    expect(figures.p99Ms, said).toBeLessThan(onThisMachine(100));
  }, 1_200_000);
});
