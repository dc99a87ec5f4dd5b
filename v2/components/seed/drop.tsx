'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { droppedFiles, type Files } from './handed-files'

/** Takes files dropped anywhere on the page. Answers whether some are held over it. */
export function useFileDrop(take: (files: Files) => void): boolean {
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      taken(droppedFiles(event.dataTransfer))
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

/** Covers the page while files are held over it, and says what a drop does. */
export function DropHere({ words }: { words: string }) {
  return (
    <div className="pointer-events-none fixed inset-2 z-30 grid place-items-center rounded-dialog border-2 border-dashed border-accent bg-sheet/80 text-lg">
      {words}
    </div>
  )
}
