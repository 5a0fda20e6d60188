type Deps = {
  models: {
    defaultModel: { provider: string; model: string };
    probe(signal: AbortSignal): Promise<{ provider: string; model: string; latencyMs: number }>;
  };
};

const probeTimeoutMs = 5_000;

/** Whether the default model can be reached. A model that is down is reported, not thrown. */
export function createAgentHealth({ models }: Deps) {
  return async (): Promise<{ status: 'ok' | 'down'; provider: string; model: string; latencyMs: number }> => {
    const began = performance.now();
    try {
      return { status: 'ok', ...(await models.probe(AbortSignal.timeout(probeTimeoutMs))) };
    } catch {
      return { status: 'down', ...models.defaultModel, latencyMs: Math.round((performance.now() - began) * 10) / 10 };
    }
  };
}
