'use client'

import { useEffect } from 'react'

/**
 * Says on the document's element that scripts have taken over what the server rendered
 * (`data-ready`): from then on every control does what it says. It stands last in the frame, so
 * that its effect runs after those of the page. Files dropped where nothing takes them are refused
 * from then on: the browser would leave the page and open them. What holds an invalid field unfolds,
 * since the browser could not show what is wrong.
 */
export function PageReady() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.addEventListener('dragover', refuseFiles)
    window.addEventListener('drop', refuseFiles)
    document.addEventListener('invalid', unfold, { capture: true })
    return () => {
      window.removeEventListener('dragover', refuseFiles)
      window.removeEventListener('drop', refuseFiles)
      document.removeEventListener('invalid', unfold, { capture: true })
    }
  }, [])
  return null
}

function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  // A file input takes them itself.
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

function unfold({ target }: Event): void {
  if (!(target instanceof Element)) return
  let folded = target.closest('details')
  while (folded) {
    folded.open = true
    folded = folded.parentElement?.closest('details') ?? null
  }
}
