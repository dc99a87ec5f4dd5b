import type { ReactNode } from 'react'
import { ChangingTexts } from '@/components/i18n/part-texts'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <ChangingTexts>{children}</ChangingTexts>
}
