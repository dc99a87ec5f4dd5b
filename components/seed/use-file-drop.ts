'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** Accepts files dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useFileDrop(take: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      // The handler that refuses other drops (components/ui/harmless-drops) may have run first.
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
