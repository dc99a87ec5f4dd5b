import type { ReactNode } from 'react'
import { RedactingTexts } from '@/components/i18n/part-texts'

export default function RedactionsLayout({ children }: { children: ReactNode }) {
  return <RedactingTexts>{children}</RedactingTexts>
}
