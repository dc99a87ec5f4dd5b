/** Whether the keys are the page's: no control has the focus, only the content as a whole. */
export function isNothingFocused(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === 'main'
}
