import type { ReactNode } from 'react'
import { PolicyTexts } from '@/components/i18n/part-texts'

/** Rules are shown as the sentences of the policy's page. */
export default function DigestLayout({ children }: { children: ReactNode }) {
  return <PolicyTexts>{children}</PolicyTexts>
}
