import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SharedTool } from '../tools/index.ts';

export type Skill = { id: string; name: string; description: string; tools: readonly string[]; promptContext: string };

const bundled = fileURLToPath(new URL('../../../skills/', import.meta.url));
const longestSkill = 65_536;

type FrontMatter = { name: string; description: string; tools: string[] };

function readFrontMatter(text: string, wrong: (why: string) => Error): { head: FrontMatter; body: string } {
  const match = /^---\r?\n(.*?)\r?\n---\r?\n?(.*)$/s.exec(text);
  if (!match?.[1]) throw wrong('must begin with front matter between two lines of ---');
  const { name, description, tools = [] } = (parse(match[1]) ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64)
    throw wrong('needs a name of lower-case letters, digits and single hyphens');
  if (typeof description !== 'string' || description.trim() === '' || description.length > 1_024)
    throw wrong('needs a description of at most 1,024 characters');
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === 'string'))
    throw wrong('lists its tools as texts, or not at all');
  return { head: { name, description: description.trim(), tools }, body: (match[2] ?? '').trim() };
}

function readSkill(folder: string, id: string, known: ReadonlyMap<string, SharedTool>): Skill {
  const wrong = (why: string) => new Error(`skills/${id}/SKILL.md ${why}.`);
  const text = readFileSync(`${folder}/${id}/SKILL.md`, 'utf8');
  if (text.length > longestSkill) throw wrong(`is longer than ${longestSkill} characters`);
  const { head, body } = readFrontMatter(text, wrong);
  if (head.name !== id) throw wrong(`is called ${head.name}, unlike its folder`);
  for (const tool of head.tools) {
    const source = known.get(tool)?.source;
    if (source === undefined) throw wrong(`lists the tool ${tool}, which does not exist`);
    if (source !== 'builtin' && source !== `skill:${id}`) throw wrong(`lists the tool ${tool}, which is of ${source}`);
  }
  return { id, name: head.name, description: head.description, tools: [...new Set(head.tools)], promptContext: body };
}

type Deps = { folder?: string; builtIn: readonly SharedTool[]; tools: readonly SharedTool[] };

/** Read once, at start. An invalid skill stops the start with one line that says why. */
export function createSkillLibrary({ folder = bundled, builtIn, tools }: Deps) {
  const known = new Map([...builtIn, ...tools].map((tool) => [tool.name, tool]));
  const skills = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory() && existsSync(`${folder}/${entry.name}/SKILL.md`))
    .map(({ name }) => readSkill(folder, name, known))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const listed = new Set(skills.flatMap((skill) => skill.tools));

  return {
    list: (): readonly Skill[] => skills,
    find: (id: string): Skill | undefined => byId.get(id),
    toolsOf: ({ tools: names }: Skill): SharedTool[] => names.map((name) => known.get(name) as SharedTool),
    /** The tools of the skills that exist. */
    tools: tools.filter(({ name }) => listed.has(name)),
  };
}

export type SkillLibrary = ReturnType<typeof createSkillLibrary>;
