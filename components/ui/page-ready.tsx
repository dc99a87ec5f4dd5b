'use client'

import { useEffect } from 'react'

/**
 * Says on the document's element that scripts have taken over what the server rendered
 * (`data-ready`): from then on every control does what it says. It stands last in the frame, so
 * that its effect runs after those of the page.
 */
export function PageReady() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return null
}
