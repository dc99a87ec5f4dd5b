import type { ReactNode } from 'react'
import { SeedingTexts } from '@/components/i18n/part-texts'

export default function SeedLayout({ children }: { children: ReactNode }) {
  return <SeedingTexts>{children}</SeedingTexts>
}
