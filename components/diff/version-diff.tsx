'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

/** Monaco is large, and only loaded where two texts are compared. */
const MonacoDiff = dynamic(() => import('./monaco-diff').then((module) => module.MonacoDiff), {
  ssr: false,
})

export interface VersionDiffProps {
  before: string
  after: string
  /** fallback until Monaco has loaded: the difference as text, from the server */
  children?: ReactNode
}

/** Two texts compared. */
export function VersionDiff({ before, after, children }: VersionDiffProps) {
  const t = useTranslations('Diff')
  const [isReady, setReady] = useState(false)
  return (
    <>
      {isReady ? null : (children ?? <p className="px-4 py-2 text-ink-3">{t('loading')}</p>)}
      {/* It measures itself when created, so it needs its room before it is shown. */}
      <div className={isReady ? 'min-h-0 flex-1' : 'invisible h-0 overflow-hidden'}>
        <MonacoDiff before={before} after={after} onReady={() => setReady(true)} />
      </div>
    </>
  )
}
