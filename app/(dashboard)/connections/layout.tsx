import type { ReactNode } from 'react'
import { ConnectionsTexts } from '@/components/i18n/part-texts'

export default function ConnectionsLayout({ children }: { children: ReactNode }) {
  return <ConnectionsTexts>{children}</ConnectionsTexts>
}
