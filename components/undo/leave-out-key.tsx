'use client'

import { useEffect } from 'react'
import { isWritten } from '@/components/ui/is-written'

/** `x` leaves out the memory whose row has the focus. */
export function LeaveOutKey() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWritten(event.target)) return
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
