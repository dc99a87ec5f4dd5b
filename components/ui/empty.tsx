import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyProps {
  Icon: LucideIcon
  title: ReactNode
  /** a sentence on what will be here, and how it comes */
  children?: ReactNode
  /** the first step */
  acts?: ReactNode
}

/** Takes the place of what is not there: an empty list, a page that is gone. */
export function Empty({ Icon, title, children, acts }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-[46ch] flex-col items-center px-4 py-16 text-center text-balance">
      <Icon size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
      <div className="mt-3 text-talk font-semibold">{title}</div>
      {children ? <div className="mt-1 text-ink-2">{children}</div> : null}
      {acts ? <div className="mt-4 flex flex-wrap justify-center gap-2">{acts}</div> : null}
    </div>
  )
}
