'use client'

import { FolderGit2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { plainName } from '@/lib/text/plain-text'
import type { KnownOrigin } from './known-origin'
import type { SeedOrigin } from './queries'

export interface KnownSourcesProps {
  known: readonly KnownOrigin[]
  isPending: boolean
  onOrigin: (origin: SeedOrigin) => void
}

/** The sources on the server's disk that this store was seeded from, each to be taken again. */
export function KnownSources({ known, isPending, onOrigin }: KnownSourcesProps) {
  const t = useTranslations('Seed')
  if (known.length === 0) return null
  return (
    <section aria-labelledby="seeded-before">
      <h2 id="seeded-before" className="pb-1 text-xs font-semibold text-ink-3">
        {t('before')}
      </h2>
      <ul>
        {known.map((origin) => (
          <li key={origin.id} className="flex items-center gap-3 py-2">
            <FolderGit2 size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1">
              <span className="block font-mono text-code font-medium break-all">
                <VisiblePath path={origin.path} />
              </span>
              <span className="block text-xs text-ink-3">{t(`taken_${origin.taken}`)}</span>
            </span>
            <Button
              size="small"
              isBusy={isPending}
              aria-label={t('againFrom', { location: plainName(origin.path) })}
              onClick={() => onOrigin(origin)}
            >
              {t('again')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
