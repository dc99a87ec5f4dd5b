/**
 * Makes the browser ask before the page is closed or loaded anew, on which something would be lost.
 * Returns what ends that.
 */
export function warnOnLeave(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}

/**
 * A switch for `warnOnLeave`: tell it whether something would be lost, as often as that changes.
 */
export function leaveWarning(): (isNeeded: boolean) => void {
  let end: (() => void) | null = null
  return (isNeeded) => {
    if (isNeeded) {
      end ??= warnOnLeave()
      return
    }
    end?.()
    end = null
  }
}
