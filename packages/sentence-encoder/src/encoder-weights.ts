import type { Dense, Norm, Precision } from './transformer-steps.ts';

/** Puts weights into the memory that computes with them. */
export type Placing = {
  /** The address of a list of numbers. */
  numbers(name: string): number;
  dense(weights: string, bias: string, precision: Precision): Dense;
};

/**
 * How exactly a layer is computed, chosen by what it costs and what it changes. All weights are bytes. 1 minus the cosine to
 * the vector of the exact model, in millionths, mean of 400 questions: 244 with two digits of each input everywhere. One
 * digit adds 120 in each of the first two products, 11 to 46 in the others, which are 88 % of all. The remainder of the
 * weights takes away 52 and 41 in the first two products.
 */
const precise: Precision = { digits: 2, hasRest: true };
const usual: Precision = { digits: 2, hasRest: false };
const quick: Precision = { digits: 1, hasRest: false };

const encoder = 'Encoder_en/KonaTransformer/Encode';

/** The weights of the Universal Sentence Encoder Lite, grouped by layer. The names are those of the original model. */
export function readEncoderWeights({ numbers, dense }: Placing) {
  function layer(number: 0 | 1) {
    const inLayer = (of: string) => `module/${encoder}/Layer_${number}/TransformerLayer/${of}`;
    const inStack = (of: string) =>
      `module_apply_default/${encoder}/TransformerStack/Layer_${number}/TransformerLayer/${of}`;
    const joined = (of: string) =>
      `module_apply_default/${encoder}/Layer_${number}/TransformerLayer/${of}/ConcatPartitions/concat`;
    const attention = (of: string, precision: Precision) =>
      dense(inLayer(`MultiheadAttention/${of}/kernel/part_0`), joined(`MultiheadAttention/${of}/bias`), precision);
    const feedForward = (of: string, precision: Precision) =>
      dense(inStack(`FFN/${of}/Tensordot/Reshape_1`), joined(`FFN/${of}/bias`), precision);
    const norm = (of: string): Norm => ({
      scale: numbers(joined(`${of}/layer_norm/layer_norm_scale`)),
      bias: numbers(joined(`${of}/layer_norm/layer_norm_bias`)),
    });
    return {
      attentionNorm: norm('layer_prepostprocess'),
      queriesKeysValues: attention('qkv_transform_single', number === 0 ? precise : quick),
      attentionOutput: attention('output_transform_single', number === 0 ? usual : quick),
      feedForwardNorm: norm('FFN/layer_prepostprocess'),
      feedForwardIn: feedForward('conv1', quick),
      feedForwardOut: feedForward('conv2', number === 0 ? quick : usual),
    };
  }

  const widening = (of: string) =>
    `module_apply_default/${encoder}/Layer_0/TransformerLayer/dense/${of}/ConcatPartitions/concat`;
  return {
    embeddings: numbers('module/Embeddings_en'),
    frequencies: numbers(
      `module_apply_default/${encoder}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
    ),
    widening: dense(widening('kernel'), widening('bias'), precise),
    firstLayer: layer(0),
    secondLayer: layer(1),
    last: dense(
      'module/Encoder_en/hidden_layers/tanh_layer_0/weights',
      'module/Encoder_en/hidden_layers/tanh_layer_0/bias',
      usual,
    ),
  };
}
