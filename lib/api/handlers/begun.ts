/** Returns work that was started a moment ago. Throws if it is gone: it cannot be. */
export function begun<Work>(work: Work | null): Work {
  if (!work) throw new Error('what was started is gone')
  return work
}
