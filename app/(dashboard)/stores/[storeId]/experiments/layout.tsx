import type { ReactNode } from 'react'
import { ExperimentsTexts } from '@/components/i18n/part-texts'

export default function ExperimentsLayout({ children }: { children: ReactNode }) {
  return <ExperimentsTexts>{children}</ExperimentsTexts>
}
