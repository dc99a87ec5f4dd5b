'use client'

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** Lines that are folded until somebody asks for them. */
export function MoreLines({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  if (isShown) return children
  return (
    <button
      type="button"
      data-more-lines
      onClick={() => setShown(true)}
      className="flex min-h-7 w-full cursor-pointer items-center gap-1.5 border-t border-line bg-well pl-24 text-left font-sans text-xs font-medium text-ink-2 outline-offset-[-2px] hover:bg-hover max-md:min-h-11 max-md:pl-16"
    >
      <ChevronDown size={14} aria-hidden /> {label}
    </button>
  )
}
