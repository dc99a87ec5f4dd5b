import type { ReactNode } from 'react'
import { StepKeys } from '@/components/ui/step-keys'

/** `FileFrame`s below each other; `n` and `p` lead from one to the next. */
export function FileList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <StepKeys selector="[data-file-change]" next="n" previous="p" />
      <ol aria-label={label} className="space-y-3">
        {children}
      </ol>
    </>
  )
}
