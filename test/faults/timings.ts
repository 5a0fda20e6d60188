/** What the nodes are told: short, so that much goes wrong in a little while. */
export const leaseMs = 2_000;
export const webhookTimeoutMs = 1_500;
export const retryDelays = '500ms,500ms,1s,1s,2s';
/** The first, and one after each delay. */
export const mostAttempts = 6;
