'use client'

import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { ConfidenceSign } from './confidence-sign'
import type { ShownLate } from './folders-answer'

export interface LatelyProps {
  lately: readonly ShownLate[]
  /** whether there are several folders, so that each change's store is named */
  isOneOfSeveral: boolean
  now: number
}

/** The latest changes in folders, folded: who wrote each, and how sure that is. */
export function Lately({ lately, isOneOfSeveral, now }: LatelyProps) {
  const t = useTranslations('Folders')
  return (
    <details className="border-b border-line">
      <summary className="min-h-9 cursor-pointer px-5 py-2 text-xs font-semibold text-ink-2 max-md:px-4">
        {t('lately')}
      </summary>
      <ul aria-label={t('lately')} className="pb-2">
        {lately.map((change) => (
          <LateRow
            key={change.versionId}
            change={change}
            isOneOfSeveral={isOneOfSeveral}
            now={now}
          />
        ))}
      </ul>
    </details>
  )
}

interface LateRowProps {
  change: ShownLate
  /** whether there are other folders, so that its store is named */
  isOneOfSeveral: boolean
  now: number
}

function LateRow({ change, isOneOfSeveral, now }: LateRowProps) {
  const t = useTranslations('Folders')
  const { storeId, memoryId, versionId, path, kind, confidence } = change
  return (
    <li className="flex min-h-[30px] flex-wrap items-center gap-x-2.5 px-5 py-1 hover:bg-hover max-md:px-4">
      <ChangeLetter kind={kind} label={t(`kind_${kind}`)} />
      <Link
        href={`/stores/${storeId}?memory=${memoryId}&version=${versionId}&diff=before`}
        title={change.storeName}
        className="min-w-0 flex-1 basis-40 truncate font-mono text-xs hover:underline"
      >
        {path === null ? '—' : <VisibleLabel text={path.slice(1)} />}
      </Link>
      {isOneOfSeveral ? (
        <span className="max-w-40 min-w-0 truncate text-xs text-ink-2">
          <VisibleLabel text={change.storeName} />
        </span>
      ) : null}
      <span className="flex w-26 shrink-0 items-center gap-1.5 text-xs">
        <ConfidenceSign confidence={confidence} />
        {t(confidence)}
      </span>
      <span className="min-w-0 flex-1 basis-48 truncate text-xs text-ink-2">
        {t(reasonOf(change), { tool: change.tool ?? '' })}
      </span>
      <span className="w-10 shrink-0 text-right text-xs text-ink-2" data-changes-with-time>
        <RelativeTime time={change.at} now={now} />
      </span>
    </li>
  )
}

function reasonOf({ confidence, source, tool }: ShownLate) {
  if (confidence === 'unknown') return 'why_unknown'
  if (confidence === 'exact') return tool === null ? 'why_exactCall' : 'why_exact'
  if (source === 'hook') return 'why_command'
  return source === 'front_matter' ? 'why_session' : 'why_asked'
}
