'use client'

import { useCallback, useState } from 'react'
import { ancestorPaths } from '@/lib/text/memory-path'

/** Tracks the open directories; those above the chosen memory open with it. */
export function useOpenDirectories(selected: string | null): {
  open: ReadonlySet<string>
  toggle: (directory: string) => void
} {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(leadingTo(selected)))
  const [shown, setShown] = useState(selected)
  if (shown !== selected) {
    setShown(selected)
    const missing = leadingTo(selected).filter((directory) => !open.has(directory))
    if (missing.length > 0) setOpen(new Set([...open, ...missing]))
  }
  const toggle = useCallback((directory: string) => {
    setOpen((before) => {
      const next = new Set(before)
      // Of a chain of folders all are open, should it become shorter.
      if (!next.delete(directory)) for (const each of leadingTo(directory)) next.add(each)
      return next
    })
  }, [])
  return { open, toggle }
}

function leadingTo(path: string | null): string[] {
  return path === null ? [] : ancestorPaths(path).map((directory) => `${directory}/`)
}
