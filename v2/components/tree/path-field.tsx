'use client'

import { useEffect, useRef, useState } from 'react'

export interface PathFieldProps {
  label: string
  value: string
  /** characters that are marked at first, so that typing replaces them; none: the cursor is at the end */
  marked?: number
  onSubmit: (value: string) => void
  onCancel: () => void
}

/** A field for a name or a path: Enter submits, Escape cancels. */
export function PathField({ label, value, marked, onSubmit, onCancel }: PathFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [from, to] = marked === undefined ? [value.length, value.length] : [0, marked]
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(from, to)
  }, [from, to])
  return (
    <input
      ref={input}
      data-written
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        // What is typed are no keys of the tree.
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // The row that the focus goes to is a link, which the same key would open.
        event.preventDefault()
        onSubmit(text.trim())
      }}
      onClick={(event) => event.stopPropagation()}
      className="h-6 w-full min-w-0 rounded-mark bg-sheet px-1 font-mono text-xs shadow-[inset_0_0_0_1px_var(--control)]"
    />
  )
}
