import type { ReactNode } from 'react'
import { StoreTexts } from '@/components/i18n/part-texts'

export default function StoresLayout({ children }: { children: ReactNode }) {
  return <StoreTexts>{children}</StoreTexts>
}
