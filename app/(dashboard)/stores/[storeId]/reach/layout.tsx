import type { ReactNode } from 'react'
import { ChangingTexts } from '@/components/i18n/part-texts'

export default function ReachLayout({ children }: { children: ReactNode }) {
  return <ChangingTexts>{children}</ChangingTexts>
}
