import 'server-only'
import { ArrowUpRight, Wrench } from 'lucide-react'
import { VisibleText } from '@/components/content/visible-line'
import { ActorName } from '@/components/history/actor-name'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { subjectOf, verbKey, verbOf } from '@/components/session/conversation/call-words'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { CallWithWords } from '@/lib/agent/calls-with-words'
import type { HunkOrigin as Origin } from '@/lib/review/hunks/hunk-origins'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryOrigins } from './read-origins'

/** Writers of removed lines that are named. */
const MAX_WRITERS = 3

export interface HunkOriginProps {
  origins: Promise<MemoryOrigins>
  /** the hunk's place among its memory's */
  index: number
}

/** The call that wrote a hunk, in its agent's own words, and whose lines it removed. */
export async function HunkOrigin({ origins, index }: HunkOriginProps) {
  const { ofHunks, calls, names } = await origins
  const origin = ofHunks[index]
  if (!origin) return null
  const called = origin.writtenBy.find(({ toolUseId }) => calls.has(toolUseId ?? ''))
  const call = called && calls.get(called.toolUseId ?? '')
  if (!call && origin.removed.length === 0) return null
  return (
    <div className="space-y-1 border-t border-line bg-well px-3 py-1.5 text-xs text-ink-2">
      {call && called ? (
        <Call
          call={call}
          href={callAddress(called.sessionId ?? called.createdBy.id, called.toolUseId)}
        />
      ) : null}
      {origin.removed.length > 0 ? <Removed removed={origin.removed} names={names} /> : null}
    </div>
  )
}

async function Call({ call, href }: { call: CallWithWords; href: string }) {
  const t = await texts()
  return (
    <>
      {call.words === null ? null : (
        <p className="line-clamp-2 max-w-[90ch] wrap-anywhere whitespace-pre-wrap">
          <span className="sr-only">{t('Review.agentSaid')} </span>
          <VisibleText text={call.words} />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3">
        <Wrench size={12} aria-hidden />
        <span>{t(`Call.${verbKey(verbOf(call.name, call.input), 'done')}`)}</span>
        <span className="min-w-0 font-mono break-all">
          <VisibleText text={subjectOf(call.input)} />
        </span>
        <LocalTime time={call.at} />
        <Link
          href={href}
          className="ml-1 inline-flex items-center gap-0.5 text-accent hover:underline"
        >
          {t('Review.inSession')} <ArrowUpRight size={12} aria-hidden />
        </Link>
      </p>
    </>
  )
}

interface RemovedProps {
  removed: Origin['removed']
  names: ReadonlyMap<string, string>
}

async function Removed({ removed, names }: RemovedProps) {
  const t = await texts()
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="text-ink-3">{t('Review.removesLinesOf')}</span>
      {removed.slice(0, MAX_WRITERS).map(({ version, lines }) => (
        <span key={version.id} className="inline-flex items-baseline gap-1">
          <ActorName actor={authorOf(version)} names={names} />
          <span className="text-ink-3">
            <LocalTime time={version.createdAt} /> · {t('Review.lineCount', { count: lines })}
          </span>
        </span>
      ))}
      {removed.length > MAX_WRITERS ? (
        <span className="text-ink-3">
          {t('Review.moreWriters', { count: removed.length - MAX_WRITERS })}
        </span>
      ) : null}
    </p>
  )
}
