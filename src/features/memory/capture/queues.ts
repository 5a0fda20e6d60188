export const captureQueue = 'memory-capture';
export const summaryQueue = 'memory-session-summary';
