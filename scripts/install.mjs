import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInOurPlace } from './child.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The published package has JavaScript, because Node strips no types below node_modules. */
export const isBuilt = !existsSync(join(root, 'src', 'main.ts'));
/** Where `.env` and the data folder are: in a clone beside the sources, else where the command is run. */
export const home = isBuilt ? process.cwd() : root;
const wantedMajor = 24;
const isNewEnough = (version) => Number.parseInt(version, 10) >= wantedMajor;

const inModules = (...parts) => join(root, 'node_modules', ...parts);

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** npm's rule for `os` and `cpu`: one of the names, and none of the names with a `!`. */
function allows(rule, name) {
  const names = [rule ?? []].flat();
  if (names.includes(`!${name}`)) return false;
  return names.every((each) => each.startsWith('!')) || names.includes(name);
}
const isForThisMachine = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch);

/**
 * Compares the lockfile with npm's record in node_modules, which npm writes last, so that an interrupted install is found.
 * Optional packages may be absent (they are for other platforms) but must have the right version. The pinned runtime may
 * be absent only if the machine's own Node is new enough.
 */
function isInstalled(manifest, all) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(inModules('.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  const agreesOn = (kind) =>
    Object.entries(manifest[kind] ?? {}).every(([name, range]) => wanted['']?.[kind]?.[name] === range);
  // npm reports best how the two files disagree.
  if (!['dependencies', 'devDependencies', 'optionalDependencies'].every(agreesOn)) return false;
  const isRuntime = (path) => Object.hasOwn(manifest.optionalDependencies ?? {}, path.slice('node_modules/'.length));
  const needsRuntime = !isNewEnough(process.versions.node);
  const isRequired = (path, entry) => {
    if (entry.dev && !all) return false;
    if (!entry.optional && !entry.devOptional) return true;
    return isRuntime(path) && isForThisMachine(entry) && needsRuntime;
  };
  const isAsWanted = ([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (!found) return !isRequired(path, entry);
    // The runtime is removed from the image after the install.
    if (isRuntime(path) && !needsRuntime) return true;
    // A node_modules copied from another machine has the wrong binaries.
    if (!isForThisMachine(found)) return false;
    return found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path));
  };
  return Object.entries(wanted).every(isAsWanted);
}

/** The npm that runs us, on its own Node: the pinned Node is in the folder that `npm ci` empties. */
export function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  return npm && basename(npm) === 'npm-cli.js' ? [node, npm] : ['npm'];
}

async function install(manifest, all) {
  const withDev = all || Object.keys(manifest.devDependencies ?? {}).some((name) => existsSync(inModules(name)));
  const [command, ...first] = npmCommand();
  // Explicit, because NODE_ENV=production or a setting of the machine could leave out what is needed.
  const only = ['--include=optional', withDev ? '--include=dev' : '--omit=dev'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const startedAt = performance.now();
  console.error('Installing what is missing (package-lock.json has the exact versions) ...');
  // `npm ci` empties node_modules, perhaps under a running gateway, so it is not used when packages are only added.
  const verb = isInstalled(manifest, false) ? ['install', '--no-save'] : ['ci'];
  const options = { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] };
  const code = await runInOurPlace(command, [...first, ...verb, ...only, ...quiet], options).catch((error) => {
    console.error(`npm could not be started: ${error.message}`);
    return 1;
  });
  if (code !== 0) {
    console.error(`Not installed: npm ended with ${code}. Run the same command again to retry.`);
    process.exit(code);
  }
  console.error(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** The runtime of this platform among the optional dependencies: beside the package, or in its own node_modules. */
function pinnedNode(manifest) {
  const { resolve } = createRequire(join(root, 'package.json'));
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    let path;
    try {
      path = join(dirname(resolve(`${name}/package.json`)), 'bin', 'node');
    } catch {
      continue;
    }
    // The binary is tried: it needs glibc and does not run on every Linux.
    const answer = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (answer.status === 0 && isNewEnough(answer.stdout)) return path;
  }
  return undefined;
}

/**
 * Makes the node_modules of a clone match the lockfile and returns the Node to run on. Takes milliseconds if it matches
 * already. What a package needs was installed with it.
 */
export async function ensureInstalled({ all }) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!isBuilt && !isInstalled(manifest, all)) await install(manifest, all);
  if (isNewEnough(process.versions.node)) return process.execPath;
  const pinned = pinnedNode(manifest);
  if (pinned) return pinned;
  console.error(
    `Agent Gateway needs Node ${wantedMajor} or newer. This is ${process.version}, and no packaged one runs on ` +
      `${process.platform} ${process.arch}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
