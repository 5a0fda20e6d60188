/** Scales a vector to length 1, in place. */
export function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] as number) ** 2;
  const length = Math.sqrt(sum);
  if (length > 0)
    for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] as number) / length;
  return vector;
}
