export type Tokens = { accessToken: string; refreshToken?: string | undefined };

type Deps = {
  tokens: Tokens | undefined;
  /** Exchanges a refresh token for a new pair; undefined when it is no longer good. */
  exchange(refreshToken: string): Promise<Tokens | undefined>;
  /** Told of every change, so that a new pair can be kept; undefined when there is nothing left to renew with. */
  onTokens?: ((tokens: Tokens | undefined) => void) | undefined;
};

/** The tokens of one person, for all requests of all workspaces. */
export function createTokenKeeper({ tokens, exchange, onTokens }: Deps) {
  let current = tokens;
  let renewing: Promise<boolean> | undefined;

  function set(next: Tokens | undefined): void {
    current = next;
    onTokens?.(next);
  }

  async function renewNow(refreshToken: string): Promise<boolean> {
    const next = await exchange(refreshToken);
    // Somebody may have signed in, or out, meanwhile.
    if (current?.refreshToken === refreshToken) set(next);
    return current !== undefined;
  }

  return {
    current: () => current,
    set,
    /**
     * Whether there is another access token than the refused one. A refresh token is good once: however many requests
     * were refused together, it is exchanged by the first of them, and the others wait for that.
     */
    async renew(refused: string | undefined): Promise<boolean> {
      if (current && current.accessToken !== refused) return true;
      if (!current?.refreshToken) return false;
      renewing ??= renewNow(current.refreshToken).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
