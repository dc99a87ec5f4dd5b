'use client'

import { useEffect } from 'react'

/**
 * Files that are dropped where nothing takes them do nothing. Without it the browser leaves the
 * page, with what was typed in it, and opens them.
 */
export function HarmlessDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      // A field for files takes them by itself.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
  return null
}
