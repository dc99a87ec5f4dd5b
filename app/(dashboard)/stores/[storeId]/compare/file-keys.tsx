'use client'

import { useEffect } from 'react'
import { isPageKey } from '@/components/ui/page-key'

/** The links of the list of files. */
const FILE_LINKS = '[data-file-change]'

/** `j` and `k` open the next and the previous file of the list. */
export function FileKeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || !isPageKey(event)) return
      const all = [...document.querySelectorAll<HTMLElement>(FILE_LINKS)]
      const at = all.findIndex((link) => link.ariaCurrent === 'true')
      const next = all[event.key === 'j' ? at + 1 : at - 1]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
      next.click()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
