import type { ReactNode } from 'react'
import { TestsTexts } from '@/components/i18n/part-texts'

export default function TestsLayout({ children }: { children: ReactNode }) {
  return <TestsTexts>{children}</TestsTexts>
}
