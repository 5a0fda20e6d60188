import { costNano } from '../../../platform/models/catalogue.ts';
import type { Price } from '../../../platform/models/model.ts';

/** Taken for the answer where nothing limits it. */
const assumedAnswerTokens = 4_096;
/** An estimate of tokens is not a count: providers count other things than we do, and other languages otherwise. */
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
