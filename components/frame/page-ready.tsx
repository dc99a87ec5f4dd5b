'use client'

import { useEffect } from 'react'
import { patiently } from '@/components/live/fault'
import { useLater } from '@/components/ui/later'

const loadListeners = () => patiently(() => import('./listeners'))

/**
 * Says on the document's element that scripts have taken over what the server rendered
 * (`data-ready`): from then on every control does what it says. It stands last in the frame, so
 * that its effect runs after those of the page. Files dropped where nothing takes them are refused
 * from then on: the browser would leave the page and open them. What holds an invalid field unfolds,
 * since the browser could not show what is wrong.
 */
export function PageReady() {
  const later = useLater(loadListeners)
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('dragover', refuseFiles, { signal })
    window.addEventListener('drop', refuseFiles, { signal })
    document.addEventListener('invalid', unfold, { capture: true, signal })
    return () => ended.abort()
  }, [])
  return later && <later.Listeners />
}

function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  // A file input takes them itself.
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

function unfold({ target }: Event): void {
  for (const folded of document.querySelectorAll('details'))
    if (target instanceof Element && folded.contains(target)) folded.open = true
}
