'use client'

import { useEffect } from 'react'
import { isPageKey } from '@/components/ui/page-key'

/** `x` leaves out the memory whose row has the focus. */
export function LeaveOutKey() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'x' || !isPageKey(event)) return
      const row = document.activeElement?.closest('[data-undo-memory]')
      const memory = row?.getAttribute('data-undo-memory')
      const link = memory && document.getElementById(`leave-out-${memory}`)
      if (!link) return
      event.preventDefault()
      link.click()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
