import type { ReactNode } from 'react'
import { PolicyTexts } from '@/components/i18n/part-texts'

export default function PolicyLayout({ children }: { children: ReactNode }) {
  return <PolicyTexts>{children}</PolicyTexts>
}
