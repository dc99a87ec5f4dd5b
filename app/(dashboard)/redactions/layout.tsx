import type { ReactNode } from 'react'
import { ActsTexts } from '@/components/i18n/acts-texts'

export default function RedactionsLayout({ children }: { children: ReactNode }) {
  return <ActsTexts>{children}</ActsTexts>
}
