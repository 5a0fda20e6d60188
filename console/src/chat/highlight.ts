export type Piece = { kind: 'comment' | 'string' | 'number' | 'keyword' | undefined; text: string };

/** Longer code is shown plainly: it would have more elements than a page scrolls well with. */
const longest = 20_000;

const words = (list: string) => new Set(list.split(' '));
const script = words(
  'abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null of private protected public readonly return satisfies static super switch this throw true try type typeof undefined var void while yield',
);
const python = words(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return self try while with yield match case',
);
const shell = words(
  'if then else elif fi for in do done while case esac function export local return set unset echo cd sudo exit source',
);
const sql = words(
  'select from where insert into values update set delete create table index view drop alter add primary key foreign references not null default unique and or in is like between order by group having limit offset join left right inner outer full on as distinct union all case when then else end with returning exists conflict do nothing count sum avg min max true false',
);
const systems = words(
  'abstract as async auto await bool break byte case catch chan char class const continue crate default defer delete do double else enum extern false final float fn for func go goto if impl implements import in inline int interface let long loop match mod module move mut namespace new nil null nullptr operator override package private protected pub public range ref return self short signed sizeof static string struct super switch template this throw trait true try type typedef union unsafe unsigned use using var virtual void where while yield',
);
const literals = words('true false null yes no on off');

type Language = { keywords: Set<string>; comment?: string; isCaseless?: boolean };
const slashes = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const hash = String.raw`#[^\n]*`;
const families: [names: string, language: Language][] = [
  ['js jsx ts tsx javascript typescript mjs cjs', { keywords: script, comment: slashes }],
  ['py python python3', { keywords: python, comment: hash }],
  ['sh bash zsh shell console fish', { keywords: shell, comment: String.raw`(?<=^|\s)#[^\n]*` }],
  ['sql sqlite postgresql postgres mysql', { keywords: sql, comment: String.raw`--[^\n]*`, isCaseless: true }],
  ['c cpp c++ h hpp cs csharp java kotlin kt go rust rs swift php scala dart', { keywords: systems, comment: slashes }],
  ['json json5 jsonc', { keywords: literals, comment: slashes }],
  ['yaml yml toml ini dockerfile makefile conf env rb ruby', { keywords: literals, comment: hash }],
  ['css scss less', { keywords: words('important'), comment: slashes }],
  ['html xml svg vue', { keywords: new Set(), comment: String.raw`<!--[\s\S]*?(?:-->|$)` }],
];
const byName = new Map(families.flatMap(([names, language]) => names.split(' ').map((name) => [name, language])));

const quoted = (quote: string) => String.raw`${quote}(?:\\[\s\S]|[^${quote}\\])*${quote}?`;
const strings = ['"', "'", '`'].map(quoted).join('|');
const numbers = String.raw`\b0[xXbBoO][\da-fA-F_]+\b|\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;

/** The code in pieces that are coloured alike. The pieces together are the code, letter by letter. */
export function highlighted(code: string, name: string | undefined): Piece[] {
  const language = name ? byName.get(name.toLowerCase()) : undefined;
  if (!language || code.length > longest) return [{ kind: undefined, text: code }];
  const { keywords, comment, isCaseless = false } = language;
  const pattern = new RegExp(
    `(?<comment>${comment ?? '(?!)'})|(?<string>${strings})|(?<number>${numbers})|(?<word>[\\p{L}_$][\\p{L}\\p{N}_$]*)`,
    'gu',
  );
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last && last.kind === kind) last.text += text;
    else if (text !== '') pieces.push({ kind, text });
  };
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    add(undefined, code.slice(end, match.index));
    end = match.index + match[0].length;
    const { comment: remark, string, number } = match.groups ?? {};
    const isKeyword = keywords.has(isCaseless ? match[0].toLowerCase() : match[0]);
    add(remark ? 'comment' : string ? 'string' : number ? 'number' : isKeyword ? 'keyword' : undefined, match[0]);
  }
  add(undefined, code.slice(end));
  return pieces;
}
