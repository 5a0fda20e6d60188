export type Tokens = { accessToken: string; refreshToken?: string | undefined };

type Deps = {
  tokens: Tokens | undefined;
  /** Exchanges a refresh token for a new pair; undefined when it is no longer valid. */
  exchange(refreshToken: string): Promise<Tokens | undefined>;
  /** Called with every new pair, so that it can be kept; with undefined when the person must sign in again. */
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
    // The person may have signed in or out meanwhile.
    if (current?.refreshToken === refreshToken) set(next);
    return current !== undefined;
  }

  return {
    current: () => current,
    set,
    /**
     * Resolves to whether there is another access token than the refused one. A refresh token works once, so the first of
     * several refused requests exchanges it and the others wait.
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
