import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const megabytes = 64;
const chunk = Buffer.alloc(65_536, 1);

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** A small disk mounted on a folder, if the system permits it. */
export function mountSmallDisk(folder: string, owner?: number) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  if (owner !== undefined) chownSync(folder, owner, owner);
  const filler = join(folder, 'filler');
  return {
    fill(): void {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, chunk);
      } catch {
        // Full.
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}
