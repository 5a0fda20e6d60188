import { costNano } from '../../../platform/models/catalogue.ts';
import type { Price } from '../../../platform/models/model.ts';

/** Assumed length of an answer without a limit. */
const assumedAnswerTokens = 4_096;
/** Token estimates can be too low: providers count differently, above all in other languages. */
const margin = 1.25;

/** An upper estimate of what a model call may cost; 0 for a model without a price. */
export const estimateNano = (price: Price | undefined, promptTokens: number, maxTokens: number | null): number =>
  costNano(
    {
      promptTokens: Math.ceil(promptTokens * margin),
      cachedTokens: 0,
      completionTokens: maxTokens ?? assumedAnswerTokens,
      estimated: true,
    },
    price,
  );
