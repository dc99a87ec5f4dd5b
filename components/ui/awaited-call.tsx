import type { ReactNode } from 'react'

export interface AwaitedCallProps {
  hasCome: boolean
  /** words for the wait, or for the call that came */
  children: ReactNode
}

/** A line that waits for a program's first call, and says when it came. */
export function AwaitedCall({ hasCome, children }: AwaitedCallProps) {
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-ink-2">
      <span
        aria-hidden
        className={
          hasCome ? 'live-dot' : 'size-2 rounded-full shadow-[inset_0_0_0_1.5px_var(--control)]'
        }
      />
      {children}
    </p>
  )
}
