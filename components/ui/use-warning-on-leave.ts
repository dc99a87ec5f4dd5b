import { useEffect } from 'react'
import { warnOnLeave } from './warn-on-leave'

/** Makes the browser ask before a page is closed or loaded anew on which something would be lost. */
export function useWarningOnLeave(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? warnOnLeave() : undefined), [isUnsaved])
}
