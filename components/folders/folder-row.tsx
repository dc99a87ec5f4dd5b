'use client'

import { Folder, Pause, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { ConnectionRow } from '@/components/connections/connection-row'
import { VisibleLabel } from '@/components/content/visible-label'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { RelativeTime } from '@/components/ui/relative-time'
import { CLAUDE_CODE } from '@/lib/connect/model/writers'
import { actorMark } from '@/lib/store/model/actor-mark'
import { groupedBy } from '@/lib/text/grouped-by'
import { shownSize } from '@/lib/text/shown-size'
import { wholePercents } from '@/lib/text/whole-percents'
import { ConfidenceBar } from './confidence-sign'
import { FolderActs } from './folder-acts'
import { FolderFaults } from './folder-faults'
import { ResolveConflict } from './resolve-conflict'
import type { ShownFolder } from './folders-answer'

/** A watched folder: how it stands, what it holds, and what is amiss. */
export function FolderRow({ folder, now }: { folder: ShownFolder; now: number }) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  const { storeName, direction, state, fileCount, byteSize, location, changedAt } = folder
  const holds = t(direction === 'read' ? 'holdsRead' : 'holdsBothWays', {
    count: fileCount,
    size: shownSize(format, byteSize),
  })
  return (
    <ConnectionRow
      isTroubled={state === 'problem'}
      mark={<FolderMark folder={folder} />}
      name={
        <Link
          href={`/stores/${folder.storeId}`}
          data-folder-row={folder.id}
          className="min-w-0 truncate"
        >
          <VisibleLabel text={storeName} />
        </Link>
      }
      about={
        <p className="flex min-w-0 flex-wrap gap-x-2">
          {holds}
          <span title={location} className="min-w-0 truncate font-mono text-ink-3">
            <VisibleLabel text={location} />
          </span>
        </p>
      }
      status={<FolderState folder={folder} />}
      age={changedAt === null ? null : <RelativeTime time={changedAt} now={now} />}
      acts={<FolderActs folder={folder} />}
    >
      <FolderFacts folder={folder} now={now} />
    </ConnectionRow>
  )
}

const CLAUDE_CODE_MARK = {
  ...actorMark({ kind: 'service_account', id: CLAUDE_CODE.id, name: 'Claude Code' }),
  shape: 'agent' as const,
}

function FolderMark({ folder: { preset, state } }: { folder: ShownFolder }) {
  const t = useTranslations('Connections')
  if (preset === 'claude_code') {
    return (
      <ActorMark
        look={CLAUDE_CODE_MARK}
        label={t('program', { name: 'Claude Code' })}
        isWorking={state === 'ok'}
      />
    )
  }
  return (
    <span
      aria-hidden
      className="grid size-[22px] place-items-center rounded-[6px] bg-well text-ink-2 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <Folder size={12} />
    </span>
  )
}

function FolderState({ folder: { state, isSeeded } }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  if (state === 'problem') {
    return (
      <span className="flex items-center gap-1.5 font-medium text-caution">
        <TriangleAlert size={13} aria-hidden />
        {t('stopped')}
      </span>
    )
  }
  if (state === 'paused') {
    return (
      <span className="flex items-center gap-1.5">
        <Pause size={13} aria-hidden />
        {t('paused')}
      </span>
    )
  }
  return (
    <span className="flex items-center gap-1.5 text-ink">
      <span aria-hidden className="live-dot" />
      {t(isSeeded ? 'live' : 'filling')}
    </span>
  )
}

function FolderFacts({ folder, now }: { folder: ShownFolder; now: number }) {
  const t = useTranslations('Folders')
  const { problem, fileCount, unwatched, waiting, waitingSince } = folder
  return (
    <div className="text-xs text-ink-2">
      {problem === null ? (
        <p className="empty:hidden">
          {unwatched.uncommitted === null ? null : t('inGit', { count: unwatched.uncommitted })}
          {folder.isSweptOnly ? <> {t('sweptOnly')}</> : null}
        </p>
      ) : (
        <p className="text-ink">{t(`problem_${problem}`, { count: fileCount })}</p>
      )}
      <WhoWrote written={folder.written} />
      {folder.hasGate ? (
        <p>
          <Link href={`/stores/${folder.storeId}/policy`} className="underline">
            {t('hasGate')}
          </Link>
        </p>
      ) : null}
      {folder.faults && problem === null ? (
        <FolderFaults folder={folder} faults={folder.faults} />
      ) : null}
      {waiting > 0 && waitingSince !== null ? (
        <p data-changes-with-time>
          {t.rich('waiting', {
            count: waiting,
            age: () => <RelativeTime key="age" time={waitingSince} now={now} />,
          })}
        </p>
      ) : null}
      {unwatched.count > 0 ? <UnwatchedFiles folder={folder} /> : null}
      {folder.conflicts.length > 0 ? <Conflicts folder={folder} /> : null}
      {folder.failures.map(({ path, problem: why }) => (
        <p key={path} className="text-caution">
          <span className="font-mono">
            <VisibleLabel text={path} />
          </span>
          {': '}
          {t(`failed_${why}`)}
          {why === 'not_watched' ? null : ` · ${t('triedAgain')}`}
        </p>
      ))}
    </div>
  )
}

/**
 * Shows how sure it is who wrote what was taken in, once it is not: the shares of the three degrees,
 * in percent.
 */
function WhoWrote({ written: { exact, likely, unknown } }: Pick<ShownFolder, 'written'>) {
  const t = useTranslations('Folders')
  if (likely + unknown === 0) return null
  const [exactShare = 0, likelyShare = 0, unknownShare = 0] = wholePercents([
    exact,
    likely,
    unknown,
  ])
  const words = t('written', { exact: exactShare, likely: likelyShare, unknown: unknownShare })
  return (
    <p title={words} className="flex items-center gap-2">
      <ConfidenceBar counts={{ exact, likely, unknown }} />
      <span aria-hidden className="tabular-nums">
        {t('exactShare', { percent: exactShare })}
      </span>
      <span className="sr-only">{words}</span>
    </p>
  )
}

function UnwatchedFiles({ folder: { unwatched } }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  return (
    <details>
      <summary className="w-fit cursor-pointer text-caution">
        {t('unwatched', { count: unwatched.count })}
      </summary>
      <ul className="mt-1 mb-1 max-h-60 overflow-auto">
        {unwatched.files.map(({ path, size, reason }) => (
          <li key={path} className="flex flex-wrap gap-x-2">
            <span className="min-w-0 font-mono break-all">
              <VisibleLabel text={path} />
            </span>
            {size === null ? null : <span className="tabular-nums">{shownSize(format, size)}</span>}
            <span>{t(`reason_${reason}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Changes that the folder overtook: for each path the newest, with those before it folded. */
function Conflicts({ folder: { storeId, conflicts } }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  return (
    <div>
      <p className="text-caution">{t('conflicts', { count: conflicts.length })}</p>
      <ul>
        {[...groupedBy(conflicts, ({ path }) => path)].map(([path, changes]) => {
          const [newest, ...earlier] = changes.toReversed()
          if (!newest) return null
          return (
            <li key={path}>
              <Conflict storeId={storeId} change={newest} isNamed />
              {earlier.length === 0 ? null : (
                <details>
                  <summary className="w-fit cursor-pointer">
                    {t('earlierConflicts', { count: earlier.length })}
                  </summary>
                  <ul className="pl-4">
                    {earlier.map((change) => (
                      <li key={change.versionId}>
                        <Conflict storeId={storeId} change={change} isNamed={false} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ConflictProps {
  storeId: string
  change: ShownFolder['conflicts'][number]
  /** whether its path is seen beside it */
  isNamed: boolean
}

/**
 * Leads to the merge of a change with what the file holds; where one side has no text, to its version,
 * and a person says that it is settled.
 */
function Conflict({ storeId, change, isNamed }: ConflictProps) {
  const t = useTranslations('Folders')
  const { path, memoryId, versionId, changedAt, canBeMerged } = change
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <Link
        href={
          canBeMerged
            ? `/stores/${storeId}/overtaken?version=${versionId}`
            : `/stores/${storeId}?memory=${memoryId}&version=${versionId}&diff=before`
        }
        className="underline"
      >
        <span className={isNamed ? 'font-mono' : 'sr-only'}>
          <VisibleLabel text={path} />{' '}
        </span>
        <LocalTime time={changedAt} shows="second" />
      </Link>
      {canBeMerged ? (
        <span>{t('toMerge')}</span>
      ) : (
        <ResolveConflict storeId={storeId} versionId={versionId} />
      )}
    </p>
  )
}
