'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleMove } from '@/components/content/visible-path'
import { hasMasks } from '@/components/diff/line-masks'
import { LiveDiff } from '@/components/diff/live-diff'
import { ClearSwitch } from '@/components/proposals/clear-switch'
import { HeldBy } from '@/components/proposals/held-by'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { plainText } from '@/lib/text/plain-text'
import type { CallChange, CallChanges } from './call-changes'
import { callChangesQuery, type CallToShow } from '../queries'

// With its texts: few calls are held.
const RuleLine = dynamic(() =>
  import('@/components/proposals/rule-line').then((module) => module.RuleLine),
)

// In few calls something is found.
const FoundRows = dynamic(() =>
  import('@/components/proposals/found-rows').then((module) => module.FoundRows),
)

/** Limit on differences shown per call; a directory may hold many memories. */
const SHOWN = 20

/** Lines of a difference that are shown before it is unfolded. */
const FOLDED = 12

/** Where the version that a change made is read beside the one before; null: it made none. */
export function versionAddress({ storeId, memoryId, versionId }: CallChange): string | null {
  if (versionId === null) return null
  return `/stores/${storeId}?memory=${memoryId}&version=${versionId}&diff=before`
}

export interface CallDiffProps extends CallToShow {
  /** whether the path of a call's only change stands above it */
  isHeaded?: boolean
}

/**
 * Shows what a call changed, or would change: as the server computes it, not as the agent claims.
 */
export function CallDiff({ isHeaded = false, ...call }: CallDiffProps) {
  const t = useTranslations('Call')
  const words = useTranslations('Approval')
  const { data, error } = useQuery(callChangesQuery(call))
  const [isInClear, setInClear] = useState(false)
  if (error) return <ErrorNotice>{t('notLoaded')}</ErrorNotice>
  if (!data) return <p className="px-3 py-1 text-xs text-ink-3">{t('loading')}</p>
  const { found = [] } = data
  return (
    <div className="border-t border-line">
      {found.length === 0 ? null : <FoundRows label={t('found')} found={found} />}
      {data.hold === null ? null : (
        <p className="px-3 py-1.5 text-xs">
          <HeldBy storeId={data.hold.storeId} rule={data.hold.rule.id}>
            {t(heldWordOf(data.hold))}
          </HeldBy>
        </p>
      )}
      {data.rule === null ? null : <RuleLine {...data.rule} />}
      {data.state !== 'done' && data.isError ? (
        <p className="px-3 py-1.5 text-caution">
          {t('wouldFail', { answer: plainText(data.answer ?? '') })}
        </p>
      ) : null}
      {data.state !== 'done' && !data.isError && data.changes.length === 0 ? (
        <p className="px-3 py-1.5 text-sm text-ink-3">{t('wouldChangeNothing')}</p>
      ) : null}
      {data.changes.some(hasMasks) ? (
        <ClearSwitch
          about={words(data.changes.every(({ masks }) => masks) ? 'masked' : 'notScanned')}
          isInClear={isInClear}
          onChange={setInClear}
        />
      ) : null}
      {data.changes.slice(0, SHOWN).map((change) => (
        <Change
          key={`${change.storeId} ${change.memoryId}`}
          change={change}
          isInClear={isInClear}
          isHeaded={isHeaded && data.changes.length === 1}
        />
      ))}
      {data.changes.length > SHOWN ? (
        <p className="px-3 py-1 text-sm text-ink-3">
          {t('moreFiles', { count: data.changes.length - SHOWN })}
        </p>
      ) : null}
    </div>
  )
}

function heldWordOf({ rule, isUnscanned }: NonNullable<CallChanges['hold']>) {
  if (isUnscanned) return 'heldUnscanned'
  return rule.id === 'default' ? 'heldByDefault' : 'heldByPolicy'
}

interface ChangeProps {
  change: CallChange
  isHeaded: boolean
  /** whether what is secret in it is shown: somebody asked to see it */
  isInClear: boolean
}

function Change({ change, isHeaded, isInClear }: ChangeProps) {
  const t = useTranslations('Call')
  const { before, after, masks } = change
  const isShown = isInClear || masks !== null
  const address = versionAddress(change)
  const paths = [...new Set([before?.path, after?.path].filter((path) => path !== undefined))]
  return (
    <section className="border-b border-line last:border-b-0">
      {isHeaded ? null : (
        <p className="flex flex-wrap items-center gap-x-3 bg-well px-3 py-1 text-xs">
          <span className="font-mono break-all">
            <VisibleMove before={before?.path} after={after?.path} />
          </span>
          <span className="text-ink-3">
            {after === null ? t('deleted') : before === null ? t('created') : null}
          </span>
          {address === null ? null : (
            <Link
              href={address}
              className="ml-auto text-ink-2 underline decoration-line-2 hover:text-ink"
            >
              {t('openVersion')}
            </Link>
          )}
        </p>
      )}
      {change.isRedacted ? <p className="px-3 pb-1 text-xs text-caution">{t('redacted')}</p> : null}
      {change.isDamaged ? <p className="px-3 pb-1 text-xs text-caution">{t('damaged')}</p> : null}
      {change.isDamaged || before?.content === after?.content || !isShown ? null : (
        <div
          className="diff-in-card max-h-[32rem] overflow-auto outline-offset-[-2px]"
          tabIndex={0}
          role="group"
          aria-label={paths.join(' ')}
        >
          <LiveDiff
            before={before?.content ?? ''}
            after={after?.content ?? ''}
            masks={isInClear || !masks || !hasMasks(change) ? undefined : masks}
            folded={FOLDED}
          />
        </div>
      )}
    </section>
  )
}
