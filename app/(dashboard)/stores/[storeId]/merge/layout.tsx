import type { ReactNode } from 'react'
import { BranchingTexts, ChangingTexts } from '@/components/i18n/part-texts'

export default function MergeLayout({ children }: { children: ReactNode }) {
  return (
    <ChangingTexts>
      <BranchingTexts>{children}</BranchingTexts>
    </ChangingTexts>
  )
}
