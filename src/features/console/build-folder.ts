import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export type Asset = {
  contentType: string;
  /** Named by its content: what it holds never changes. */
  immutable: boolean;
  etag: string;
  plain: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
};

/** What scripts/build-console.mjs leaves behind, last of all. */
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
 * The built console, read into memory when it is first asked for and again when it was built anew. Only names that the
 * build itself wrote down are served, so no typed address ever reaches the file system.
 */
export function createBuildFolder(folder: string) {
  const notePath = join(folder, 'dist', 'build.json');
  let builtAt = -1;
  let assets = new Map<string, Asset>();

  function load(): void {
    const note = JSON.parse(readFileSync(notePath, 'utf8')) as BuildNote;
    const loaded = new Map<string, Asset>();
    // A page that was opened before the new build still asks for the parts it knows by name.
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
      // Not built yet, or being replaced this very moment: what is in memory goes on serving.
    }
  }

  return {
    find(name: string): Asset | undefined {
      // Hashed parts are asked for by the page, which came after the look at the folder.
      if (!assets.has(name) || name === 'index.html') refresh();
      return assets.get(name);
    },

    /** Whether the last build failed; it is still at work, or was never begun, where it did not. */
    hasFailed: () => existsSync(join(folder, '.build', 'failure.txt')),
  };
}
export type BuildFolder = ReturnType<typeof createBuildFolder>;
