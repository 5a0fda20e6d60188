/** The codes of A2A 1.0 and of JSON-RPC. */
export const rpcCodes = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  taskNotFound: -32_001,
  taskNotCancelable: -32_002,
  pushNotSupported: -32_003,
  unsupportedOperation: -32_004,
  contentTypeNotSupported: -32_005,
  noExtendedCard: -32_007,
  versionNotSupported: -32_009,
} as const;

/** An error of the protocol, which is the answer to a request that was understood. */
export class RpcError extends Error {
  readonly code: number;

  constructor(kind: keyof typeof rpcCodes, message: string) {
    super(message);
    this.code = rpcCodes[kind];
  }
}
