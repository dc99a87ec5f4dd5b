import { linePairs } from '@/lib/text/line-hunks'
import type { LinePair } from '@/lib/text/matching-lines'

/** Two texts that are compared by lines. */
export interface TextPair {
  before: string
  after: string
}

/** The lines that two texts have in common, two numbers a pair, to be handed from thread to thread. */
export function packedPairs({ before, after }: TextPair): Int32Array<ArrayBuffer> {
  const pairs = linePairs(before, after)
  const packed = new Int32Array(pairs.length * 2)
  for (const [index, pair] of pairs.entries()) {
    packed[index * 2] = pair.before
    packed[index * 2 + 1] = pair.after
  }
  return packed
}

/** Reverses `packedPairs`. */
export function unpackedPairs(packed: Int32Array): LinePair[] {
  const pairs: LinePair[] = []
  for (let at = 0; at < packed.length; at += 2) {
    pairs.push({ before: packed[at] ?? 0, after: packed[at + 1] ?? 0 })
  }
  return pairs
}
