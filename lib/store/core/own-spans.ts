import type { ChosenVersion } from './chosen-versions'

/** For each memory, by key: the sequences of the first and the last of these versions of it. */
export function ownSpans(
  versions: readonly ChosenVersion[],
): Map<number, { since: number; until: number }> {
  const spans = new Map<number, { since: number; until: number }>()
  for (const { memory_key, sequence } of versions) {
    const since = spans.get(memory_key)?.since ?? sequence
    spans.set(memory_key, { since, until: sequence })
  }
  return spans
}
