import type { ReactNode } from 'react'
import { BranchingTexts } from '@/components/i18n/part-texts'

export default function BranchesLayout({ children }: { children: ReactNode }) {
  return <BranchingTexts>{children}</BranchingTexts>
}
