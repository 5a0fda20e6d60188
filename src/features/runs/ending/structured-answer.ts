import type { FieldError } from '../../../http/errors/field-errors.ts';
import type { ResponseFormat } from '../../agents/index.ts';
import type { Turn } from '../turn/turn.ts';

/** What the check says: the answer as JSON text, or what is wrong with it. */
type CheckedAnswer = { json: string } | { problems: FieldError[] };
export type CheckAnswer = (
  schema: Record<string, unknown>,
  text: string,
  workspaceId: string,
) => Promise<CheckedAnswer>;

/** How the answer of a run with a format came out: its JSON, or its errors. */
export type Structured = { json: string } | { errors: FieldError[] };

/** Longer answers are not checked (characters). */
const longestStructured = 1_000_000;

/** The format of the answer: of the request, else of the agent. */
export const formatOf = ({ run, admission }: Pick<Turn, 'run' | 'admission'>): ResponseFormat | undefined =>
  run.askedFor?.responseFormat ?? admission.agent.responseFormat ?? undefined;

/** Models that are told in words like to put JSON into a code fence. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const begins = trimmed.indexOf('\n');
  return trimmed.startsWith('```') && trimmed.endsWith('```') && begins > 0
    ? trimmed.slice(begins, -3).trim()
    : trimmed;
}

export async function judge(
  check: CheckAnswer,
  { schema }: ResponseFormat,
  text: string,
  workspaceId: string,
): Promise<Structured> {
  const json = withoutFence(text);
  if (json === '') return { errors: [{ path: '', message: 'is empty' }] };
  if (json.length > longestStructured)
    return { errors: [{ path: '', message: `is longer than ${longestStructured} characters` }] };
  const checked = await check(schema, json, workspaceId);
  return 'json' in checked ? checked : { errors: checked.problems };
}

const inWords = ({ path, message }: FieldError) => `- ${path === '' ? 'the answer' : path} ${message}`;

export const repairRequest = (errors: readonly FieldError[]): string =>
  `Your answer is not valid under the JSON Schema:\n${errors.map(inWords).join('\n')}\nAnswer again with the corrected JSON object and nothing else.`;
