type Waiting = { key: string; bytes: number; enter(): void };

/**
 * Room in memory for files of requests, in bytes: of all together and of one workspace. Others wait, first come first
 * served among those that fit.
 */
export function createByteRoom({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const used = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  // One that is larger than the limit enters when it is alone.
  const fits = (key: string, bytes: number) => {
    const own = used.get(key) ?? 0;
    return (total === 0 || total + bytes <= most) && (own === 0 || own + bytes <= mostOfOne);
  };

  function change(key: string, bytes: number): void {
    total += bytes;
    const left = (used.get(key) ?? 0) + bytes;
    if (left === 0) used.delete(key);
    else used.set(key, left);
  }

  function letIn(): void {
    for (const one of [...waiting]) {
      if (!fits(one.key, one.bytes)) continue;
      waiting.splice(waiting.indexOf(one), 1);
      one.enter();
    }
  }

  /** Resolves to the function that gives the room back. */
  return (key: string, bytes: number, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        change(key, bytes);
        let held = true;
        resolve(() => {
          if (!held) return;
          held = false;
          change(key, -bytes);
          letIn();
        });
      };
      const one = { key, bytes, enter };
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      if (fits(key, bytes)) return enter();
      signal.addEventListener('abort', leave);
      waiting.push(one);
    });
}
