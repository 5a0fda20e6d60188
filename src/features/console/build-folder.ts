import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export type Asset = {
  contentType: string;
  /** Its name contains its digest, so its content never changes. */
  immutable: boolean;
  etag: string;
  plain: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
};

/** Written by scripts/build-console.mjs as its last step. */
type BuildNote = { stamp: string; files: { name: string; digest: string }[] };

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * The built console, read into memory at the first request and again after a new build. Only names in the build's own
 * list are served, so no requested path reaches the file system.
 */
export function createBuildFolder(folder: string) {
  const notePath = join(folder, 'dist', 'build.json');
  let builtAt = -1;
  let assets = new Map<string, Asset>();

  function load(): void {
    const note = JSON.parse(readFileSync(notePath, 'utf8')) as BuildNote;
    const loaded = new Map<string, Asset>();
    // A page that was opened before the new build still asks for its old parts.
    for (const [name, asset] of assets) if (asset.immutable) loaded.set(name, asset);
    for (const { name, digest } of note.files) {
      const path = join(folder, 'dist', name);
      loaded.set(name, {
        contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
        immutable: name.startsWith('assets/'),
        etag: `"${digest}"`,
        plain: readFileSync(path),
        gzip: readIfThere(`${path}.gz`),
        brotli: readIfThere(`${path}.br`),
      });
    }
    assets = loaded;
  }

  function refresh(): void {
    try {
      const { mtimeMs } = statSync(notePath);
      if (mtimeMs === builtAt) return;
      load();
      builtAt = mtimeMs;
    } catch {
      // Not built yet, or just being replaced: the files in memory are served.
    }
  }

  return {
    find(name: string): Asset | undefined {
      // A known part needs no look at the folder: the page that asks for it came after one.
      if (!assets.has(name) || name === 'index.html') refresh();
      return assets.get(name);
    },

    /** Whether the last build failed. False also while it runs or before it began. */
    hasFailed: () => existsSync(join(folder, '.build', 'failure.txt')),
  };
}
export type BuildFolder = ReturnType<typeof createBuildFolder>;
