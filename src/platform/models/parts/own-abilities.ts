import { type Abilities, abilities, providerNames } from '../model.ts';
import { parseByModel } from '../own-prices.ts';

/** What the operator says that models can take, by `provider/model`. */
export type OwnAbilities = ReadonlyMap<string, Abilities>;

const isKnown = (name: string): boolean => abilities.some((ability) => ability === name);

/** `{"openai-compatible/llava": {"images": true, "pdfs": false}}`. Returns the problem if the text is invalid. */
export const parseAbilities = (
  text: string,
  connections: readonly string[] = providerNames,
): OwnAbilities | { problem: string } =>
  parseByModel(text, connections, (name, given): Abilities | { problem: string } => {
    const said = Object.entries(typeof given === 'object' && given !== null ? given : { '': null });
    if (said.every(([ability, value]) => isKnown(ability) && typeof value === 'boolean'))
      return Object.fromEntries(said) as Abilities;
    return { problem: `must say of "${name}" only ${abilities.join(', ')}, each true or false` };
  });
