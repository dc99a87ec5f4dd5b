'use client'

import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'

/** Says that quarantine does not reach a memory's file in a watched folder. */
export function StillInFile({ file }: { file: string }) {
  const t = useTranslations('Quarantine')
  return t.rich('stillInFile', {
    file: () => (
      <span className="font-mono">
        <VisiblePath path={file} />
      </span>
    ),
  })
}
