import type { CreateProvider } from '@client/api.ts';

export type Kind = CreateProvider['kind'];

type KindInfo = {
  label: string;
  /** Asked where no address is given; without one it must be given. */
  address?: string;
  /** What the address may look like. */
  example?: string;
  /** Servers of one's own often need no key. */
  keyIsOptional?: true;
};

export const kinds: Record<Kind, KindInfo> = {
  openai: { label: 'OpenAI', address: 'https://api.openai.com/v1' },
  anthropic: { label: 'Anthropic', address: 'https://api.anthropic.com/v1' },
  google: { label: 'Google', address: 'https://generativelanguage.googleapis.com/v1beta' },
  'azure-openai': { label: 'Azure OpenAI', example: 'https://<resource>.openai.azure.com' },
  'openai-compatible': {
    label: 'OpenAI-compatible',
    example: 'https://models.example.com/v1',
    keyIsOptional: true,
  },
  openrouter: { label: 'OpenRouter', address: 'https://openrouter.ai/api/v1' },
  mistral: { label: 'Mistral', address: 'https://api.mistral.ai/v1' },
  groq: { label: 'Groq', address: 'https://api.groq.com/openai/v1' },
  deepseek: { label: 'DeepSeek', address: 'https://api.deepseek.com/v1' },
  xai: { label: 'xAI', address: 'https://api.x.ai/v1' },
  together: { label: 'Together', address: 'https://api.together.xyz/v1' },
  ollama: { label: 'Ollama', address: 'http://127.0.0.1:11434/v1', keyIsOptional: true },
  vllm: { label: 'vLLM', address: 'http://127.0.0.1:8000/v1', keyIsOptional: true },
};

export const kindNames = Object.keys(kinds) as Kind[];
