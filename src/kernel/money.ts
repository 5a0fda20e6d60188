// Money is whole nano-dollars everywhere inside: sums are exact, and a bigint where they may grow past 2^53.

/** The nearest double: what JSON can carry. Exact to the nano-dollar below eight million dollars. */
export const usd = (nano: bigint | number | string): number => Number(BigInt(nano)) / 1e9;

export const nanoFromUsd = (dollars: number): number => Math.round(dollars * 1e9);
