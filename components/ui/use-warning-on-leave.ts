import { useEffect } from 'react'

/** Makes the browser ask before a page is closed or loaded anew on which something would be lost. */
export function useWarningOnLeave(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
