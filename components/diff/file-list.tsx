import type { ReactNode } from 'react'
import { StepKeys } from '@/components/ui/step-keys'

/** A list of `FileFrame`s; `n` and `p` move between them. */
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
