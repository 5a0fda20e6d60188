/** Settings of the nodes: short times, so that many faults fit into a short run. */
export const leaseMs = 2_000;
export const webhookTimeoutMs = 1_500;
export const retryDelays = '500ms,500ms,1s,1s,2s';
/** The first attempt, and one after each delay. */
export const mostAttempts = 6;
