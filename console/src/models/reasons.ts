const reasons: Record<string, string> = {
  rate_limited: 'Too many requests.',
  unavailable: 'The provider failed.',
  timeout: 'No answer in time.',
  unreachable: 'It could not be reached.',
  bad_answer: 'Its answer could not be read.',
  key_refused: 'The provider refuses the key.',
  no_credit: 'No credit is left.',
  not_found: 'There is no such model.',
  context_too_long: 'It is too long for the model.',
  refused: 'It was refused for what was asked.',
};

/** Why an attempt failed, in words. */
export const reasonInWords = (reason: string) => reasons[reason] ?? reason.replaceAll('_', ' ');
