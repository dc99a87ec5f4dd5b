/** Keeps the marks, in order, that are at least `share` from the last one kept. */
export function apart<Mark extends { at: number }>(marks: readonly Mark[], share: number): Mark[] {
  const kept: Mark[] = []
  for (const mark of marks) {
    const last = kept.at(-1)
    if (!last || mark.at - last.at >= share) kept.push(mark)
  }
  return kept
}
