/**
 * Makes the browser ask before the page is closed or loaded anew, on which something would be lost.
 * Returns what ends that.
 */
export function warnOnLeave(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
