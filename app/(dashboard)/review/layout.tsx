import type { ReactNode } from 'react'
import { ReviewTexts } from '@/components/i18n/part-texts'
import { OpeningChangeset } from '@/components/review/changeset/opening-changeset'

export default function ReviewLayout({ children }: { children: ReactNode }) {
  return (
    <ReviewTexts>
      <OpeningChangeset />
      {children}
    </ReviewTexts>
  )
}
