import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/** What a rule or a text says of a hunk. */
export function Remark({ look, children }: { look: string; children: ReactNode }) {
  return (
    <p className={classNames('flex items-start gap-2 pr-5 pb-2 pl-24 text-xs max-md:px-4', look)}>
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
