'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page. Returns whether some are being held over it.
 */
export function useFileDrop(take: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      // Whoever refuses drops elsewhere (components/ui/harmless-drops) may have been asked first.
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      taken(event.dataTransfer)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
