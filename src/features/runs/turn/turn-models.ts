import type { ModelAnswer, ModelRequest, OnText, Price, ProviderName } from '../../../platform/models/model.ts';

/** What a turn needs of the models: answers and prices. */
export type TurnModels = {
  generate(provider: ProviderName, request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
  info(provider: ProviderName, model: string): { price?: Price; priceVersion?: string };
};
