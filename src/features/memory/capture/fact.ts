export type FactKind = 'name' | 'home' | 'work' | 'taste' | 'health' | 'family' | 'date' | 'habit' | 'plan' | 'asked';

/** Something a person says of themselves that will still matter tomorrow. */
export type Fact = {
  /** As it was said, as a sentence. */
  content: string;
  kind: FactKind;
  /** The field of the profile it belongs in. */
  field?: { name: string; value: string };
  /** Of facts that say different things of one topic only the newest holds. */
  topic?: { name: string; says: string };
  /** The person said what to write down: no need to wait until it proves useful. */
  direct: boolean;
};

/** What a rule makes of the text it matched: undefined where it does not mean what it looks like. */
export type Reading = Pick<Fact, 'kind' | 'field' | 'topic'> & { direct?: boolean };
export type Rule = { pattern: RegExp; read(match: RegExpExecArray, text: string): Reading | undefined };
