import type { ReactNode } from 'react'
import { ChangingTexts } from '@/components/i18n/changing-texts'

export default function UndoLayout({ children }: { children: ReactNode }) {
  return <ChangingTexts>{children}</ChangingTexts>
}
