/**
 * A list for a statement, lengthened up to a power of two, so that few statements differ: by its last
 * value, or by one that matches nothing.
 */
export function toPowerOfTwo<T>(values: readonly T[], filler: T | undefined = values.at(-1)): T[] {
  if (filler === undefined) return [...values]
  const missing = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1))) - values.length
  return [...values, ...Array<T>(missing).fill(filler)]
}
