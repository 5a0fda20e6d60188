import { instructJson } from './json-instruction.ts';
import type { Abilities, ModelRequest } from './model.ts';

/** The request as a model can take it: what it is known not to have is said in words or left out. */
export function suited(request: ModelRequest, takes: Abilities | undefined): ModelRequest {
  const { options } = request;
  if (!options) return request;
  const told = options.json?.orInstruct && takes?.json === false ? instructJson(request) : request;
  if (!options.reasoning || takes?.reasoning !== false) return told;
  const { reasoning: _, ...others } = told.options ?? {};
  return { ...told, options: others };
}
