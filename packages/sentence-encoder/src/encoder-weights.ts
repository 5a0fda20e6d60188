import type { Dense, Norm } from './transformer-steps.ts';
import type { StoredWeights } from './weights.ts';

const encoder = 'Encoder_en/KonaTransformer/Encode';

/** The weights of the Universal Sentence Encoder Lite, grouped by layer. The names are those of the original model. */
export function readEncoderWeights(stored: StoredWeights) {
  const dense = (weights: string, bias: string): Dense => ({
    weights: stored.panelsOf(weights),
    bias: stored.placeOf(bias),
  });

  function layer(number: 0 | 1) {
    const inLayer = (of: string) => `module/${encoder}/Layer_${number}/TransformerLayer/${of}`;
    const inStack = (of: string) =>
      `module_apply_default/${encoder}/TransformerStack/Layer_${number}/TransformerLayer/${of}`;
    const joined = (of: string) =>
      `module_apply_default/${encoder}/Layer_${number}/TransformerLayer/${of}/ConcatPartitions/concat`;
    const attention = (of: string) =>
      dense(inLayer(`MultiheadAttention/${of}/kernel/part_0`), joined(`MultiheadAttention/${of}/bias`));
    const feedForward = (of: string) => dense(inStack(`FFN/${of}/Tensordot/Reshape_1`), joined(`FFN/${of}/bias`));
    const norm = (of: string): Norm => ({
      scale: stored.placeOf(joined(`${of}/layer_norm/layer_norm_scale`)),
      bias: stored.placeOf(joined(`${of}/layer_norm/layer_norm_bias`)),
    });
    return {
      attentionNorm: norm('layer_prepostprocess'),
      queriesKeysValues: attention('qkv_transform_single'),
      attentionOutput: attention('output_transform_single'),
      feedForwardNorm: norm('FFN/layer_prepostprocess'),
      feedForwardIn: feedForward('conv1'),
      feedForwardOut: feedForward('conv2'),
    };
  }

  const widening = (of: string) =>
    `module_apply_default/${encoder}/Layer_0/TransformerLayer/dense/${of}/ConcatPartitions/concat`;
  return {
    embeddings: stored.placeOf('module/Embeddings_en'),
    frequencies: stored.placeOf(
      `module_apply_default/${encoder}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
    ),
    widening: dense(widening('kernel'), widening('bias')),
    firstLayer: layer(0),
    secondLayer: layer(1),
    last: dense(
      'module/Encoder_en/hidden_layers/tanh_layer_0/weights',
      'module/Encoder_en/hidden_layers/tanh_layer_0/bias',
    ),
  };
}
