import type { ReactNode } from 'react'
import { ContextTexts } from '@/components/i18n/part-texts'

export default function ContextLayout({ children }: { children: ReactNode }) {
  return <ContextTexts>{children}</ContextTexts>
}
