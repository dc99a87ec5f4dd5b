'use client'

import { FileClock } from 'lucide-react'
import { useState } from 'react'
import { WriterName } from '@/components/history/writer-name'
import { ActorMark } from '@/components/ui/actor-mark'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { ageStep } from '@/lib/store/model/age-step'
import { LineRows } from './line-rows'
import type { BlamedVersion, ShownBlame, ShownBlameGroup } from './shown-blame'
import { VisibleText } from './visible-line'

/**
 * Each line beside the age and the author of what it says. Hover or focus shows which version wrote
 * it, and three ways on.
 */
export function BlameRows({ blame }: { blame: ShownBlame }) {
  const { groups, versions, words } = blame
  return (
    <table aria-label={words.label} className="blame w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-[86px] max-md:w-6" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>{words.writer}</th>
          <th>{words.lines}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const version = versions[group.version]
          return version ? (
            <Group key={group.line} blame={blame} group={group} version={version} />
          ) : null
        })}
      </tbody>
    </table>
  )
}

interface GroupProps {
  blame: ShownBlame
  group: ShownBlameGroup
  version: BlamedVersion
}

function Group({ blame, group, version }: GroupProps) {
  const { words, writers, now } = blame
  const { lines } = group
  const writer = writers[version.writer]
  // There may be hundreds, of which one is looked at.
  const [isMade, setMade] = useState(false)
  const make = () => setMade(true)
  return (
    <tr className="align-top">
      <th scope="row" onPointerEnter={make} onFocus={make}>
        <span
          aria-hidden
          className="blame-age"
          style={{ background: `var(--age-${ageStep(version.createdAt, now)})` }}
        />
        <button type="button" className="blame-who">
          <span className="sr-only">{group.about}</span>
          <span className="flex items-center gap-1.5 max-md:hidden">
            {writer ? <ActorMark look={writer.look} label={writer.label} size="small" /> : null}
            <RelativeTime time={version.createdAt} now={now} />
          </span>
          {version.changesetId === undefined ? null : (
            <span className="ml-auto pr-1 text-caution max-md:hidden" title={words.unreviewed}>
              <FileClock size={12} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">{words.unreviewed}</span>
            </span>
          )}
        </button>
        {isMade ? <Card blame={blame} group={group} version={version} /> : null}
      </th>
      <td className="p-0">{'elements' in lines ? lines.elements : <LineRows {...lines} />}</td>
    </tr>
  )
}

function Card({ blame, group, version }: GroupProps) {
  const { address, words, writers, now } = blame
  const { before, isOrEarlier, standing, line } = group
  const { id, ordinal, call, message, changesetId } = version
  const writer = writers[version.writer]
  const name = writer ? <WriterName {...writer} /> : null
  const way = buttonVariants({ variant: 'quiet', size: 'small' })
  return (
    <div className="blame-card">
      <p className="flex items-center justify-between gap-3 text-ink-3">
        <span className="min-w-0 truncate font-medium text-ink">
          {call === undefined ? (
            name
          ) : (
            <Link href={call} className="hover:underline">
              {name}
            </Link>
          )}
        </span>
        <RelativeTime time={version.createdAt} now={now} />
      </p>
      {message === undefined ? null : (
        <p className="mt-1 line-clamp-3 font-medium wrap-anywhere">
          <VisibleText text={message} />
        </p>
      )}
      <p className="mt-1 text-xs text-ink-2">
        v{ordinal}
        {isOrEarlier ? <span className="text-caution"> {words.orEarlier}</span> : null}
        {' · '}
        {standing}
      </p>
      {changesetId === undefined ? null : (
        <p className="mt-1 text-xs">
          <Link href={`/review/${changesetId}`} className="text-caution underline">
            {words.unreviewed}
          </Link>
        </p>
      )}
      <p className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Link
          href={
            before === undefined ? `${address}&version=${id}` : `${address}&from=${before}&to=${id}`
          }
          className={way}
        >
          {words.change}
        </Link>
        {before === undefined ? null : (
          <Link href={`${address}&version=${before}&view=blame#L${line}`} className={way}>
            {words.before}
          </Link>
        )}
        <Link href={`${address}&diff=now&version=${id}`} className={way}>
          {words.compareNow}
        </Link>
      </p>
    </div>
  )
}
