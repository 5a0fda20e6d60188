import type { ModelAnswer, ModelRequest, OnText, Price, ProviderName } from '../../../platform/models/model.ts';

/** What a turn needs of the models: an answer, and what a model costs. */
export type TurnModels = {
  generate(provider: ProviderName, request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
  info(provider: ProviderName, model: string): { price?: Price; priceVersion?: string };
};
