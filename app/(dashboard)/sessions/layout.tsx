import type { ReactNode } from 'react'
import { SessionsTexts } from '@/components/i18n/part-texts'

export default function SessionsLayout({ children }: { children: ReactNode }) {
  return <SessionsTexts>{children}</SessionsTexts>
}
