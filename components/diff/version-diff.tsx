'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'

/** Monaco is large, and only loaded where two versions are compared. */
export const VersionDiff = dynamic(
  () => import('./monaco-diff').then((module) => module.MonacoDiff),
  { ssr: false, loading: Loading },
)

function Loading() {
  const t = useTranslations('Diff')
  return <p className="px-4 py-2 text-faint">{t('loading')}</p>
}
