/**
 * Returns whether no control has the focus, but only the content as a whole: the keys are the
 * page's.
 */
export function isNothingFocused(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === 'main'
}
