import type { ReactNode } from 'react'
import { ChangingTexts, DiffTexts } from '@/components/i18n/part-texts'

export default function UndoLayout({ children }: { children: ReactNode }) {
  return (
    <ChangingTexts>
      <DiffTexts>{children}</DiffTexts>
    </ChangingTexts>
  )
}
