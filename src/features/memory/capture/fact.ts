export type FactKind = 'name' | 'home' | 'work' | 'taste' | 'health' | 'family' | 'date' | 'habit' | 'plan' | 'asked';

/** A lasting fact that a person states about themselves. */
export type Fact = {
  /** The statement, as a sentence. */
  content: string;
  kind: FactKind;
  /** The profile field it belongs to. */
  field?: { name: string; value: string };
  /** Of facts with the same topic and different values, only the newest is true. */
  topic?: { name: string; says: string };
  /** The person asked to remember it, so it need not prove useful first. */
  direct: boolean;
};

/** What a rule reads from the text it matched; undefined for a false match. */
export type Reading = Pick<Fact, 'kind' | 'field' | 'topic'> & { direct?: boolean };
export type Rule = { pattern: RegExp; read(match: RegExpExecArray, text: string): Reading | undefined };
