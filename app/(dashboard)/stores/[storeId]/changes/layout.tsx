import type { ReactNode } from 'react'
import { FindingsTexts } from '@/components/i18n/part-texts'

export default function ChangesLayout({ children }: { children: ReactNode }) {
  return <FindingsTexts>{children}</FindingsTexts>
}
