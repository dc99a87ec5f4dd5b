'use client'

import { useSyncExternalStore } from 'react'

/** A memory's text while the page is printed: the editor has only the lines in sight. */
export function PrintedText({ text }: { text: string }) {
  const isPrinted = useSyncExternalStore(follow, isPrinting, () => false)
  return isPrinted ? (
    <pre className="py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap">{text}</pre>
  ) : null
}

const isPrinting = () => window.matchMedia('print').matches

function follow(onChange: () => void): () => void {
  const medium = window.matchMedia('print')
  medium.addEventListener('change', onChange)
  return () => medium.removeEventListener('change', onChange)
}
