export type FactKind = 'name' | 'home' | 'work' | 'taste' | 'health' | 'family' | 'date' | 'habit' | 'plan' | 'asked';

/** Something lasting that a person says of themselves. */
export type Fact = {
  /** What was said, as a sentence. */
  content: string;
  kind: FactKind;
  /** The profile field it belongs to. */
  field?: { name: string; value: string };
  /** Of facts with the same topic that say different things, only the newest holds. */
  topic?: { name: string; says: string };
  /** The person asked for it to be kept: it need not prove useful first. */
  direct: boolean;
};

/** What a rule reads from the text it matched; undefined where the match is misleading. */
export type Reading = Pick<Fact, 'kind' | 'field' | 'topic'> & { direct?: boolean };
export type Rule = { pattern: RegExp; read(match: RegExpExecArray, text: string): Reading | undefined };
