import type { ReactNode } from 'react'
import { OpeningTexts } from '@/components/i18n/part-texts'

export default function NewSessionLayout({ children }: { children: ReactNode }) {
  return <OpeningTexts>{children}</OpeningTexts>
}
