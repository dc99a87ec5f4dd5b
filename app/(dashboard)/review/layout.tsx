import type { ReactNode } from 'react'
import { ReviewTexts } from '@/components/i18n/part-texts'

export default function ReviewLayout({ children }: { children: ReactNode }) {
  return <ReviewTexts>{children}</ReviewTexts>
}
