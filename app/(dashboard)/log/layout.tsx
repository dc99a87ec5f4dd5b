import type { ReactNode } from 'react'
import { ListsTexts } from '@/components/i18n/part-texts'

export default function LogLayout({ children }: { children: ReactNode }) {
  return <ListsTexts>{children}</ListsTexts>
}
