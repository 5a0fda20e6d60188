import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The commit whose nodes must be able to run beside today's: the last release, or what stands for it. */
export const baseline = readFileSync('test/upgrade/baseline', 'utf8').trim();

const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });

/** Whether the commit is in this repository: a shallow clone, an archive and a copy of the files do not have it. */
export function hasBaseline(): boolean {
  try {
    git('cat-file', '-e', `${baseline}^{tree}`);
    return true;
  } catch {
    return false;
  }
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The sources of the baseline, with the packages that are installed now. Throws if the commit is not here. */
export function writeOldSource(folder: string): string {
  const archive = git('archive', baseline, 'src', 'packages', 'migrations', 'skills', 'openapi.json', 'package.json');
  execFileSync('tar', ['-x', '-C', emptied(folder)], { input: archive });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Today's sources after a change that works by itself, and that the version before does not know: a column renamed. */
export function writeRenamed(folder: string, table: string, from: string, to: string): string {
  emptied(folder);
  for (const name of readdirSync('.'))
    if (name !== 'src' && name !== 'migrations') symlinkSync(join(process.cwd(), name), join(folder, name));
  for (const name of ['src', 'migrations']) cpSync(name, join(folder, name), { recursive: true });
  const migration = `ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to};\n`;
  writeFileSync(join(folder, 'migrations', '9999_planted.sql'), migration);
  const using = globSync(join(folder, 'src', '**', '*.ts')).filter((file) => readFileSync(file, 'utf8').includes(from));
  if (using.length === 0) throw new Error(`Nothing uses ${from}.`);
  for (const file of using) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  return folder;
}

/** The migrations of today on PostgreSQL that these sources do not have. */
export const newMigrations = (old: string): string[] =>
  readdirSync('migrations')
    .filter((name) => !name.endsWith('.sqlite.sql') && !existsSync(join(old, 'migrations', name)))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort();
