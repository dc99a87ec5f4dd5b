import { clsx } from 'clsx'
import { CircleAlert, Eye, type LucideIcon, ScanLine, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Cache } from '@/components/frame/cache'
import { PathInLine, VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark, useActorLabel } from '@/components/ui/actor-mark'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { Level } from '@/lib/review/attention'
import type { Marked } from '@/lib/review/marked'
import type { ReviewGroup } from '@/lib/review/to-review'
import { groupAddress, useGroupWords } from './group-row'
import { WaitingWrites } from './on-demand'
import { useSignalWords } from './words'

export interface GroupPreviewProps {
  group: ReviewGroup
  /** the store that the list is narrowed to; '': all */
  storeId: string
  storeOf: ReadonlyMap<string, string>
}

/** More memories than these are counted. */
const MOST_SHOWN = 12

/** A group beside the list: what waits of it, and what there is to look at. */
export function GroupPreview({ group, storeId, storeOf }: GroupPreviewProps) {
  const t = useTranslations('Review')
  const format = useFormatter()
  const actor = useActorLabel()
  const words = useGroupWords()
  const { key, by, kind, memories, held } = group
  const stores = [...new Set([...memories, ...held].map(({ storeId }) => storeId))]
  const names = format.list(stores.slice(0, 3).map((id) => storeOf.get(id) ?? id))
  const rest = memories.length - MOST_SHOWN
  return (
    <>
      <header className="border-b border-line bg-sheet px-6 pt-5 pb-4 max-md:px-4">
        <p className="flex items-center gap-2 text-ink-2">
          <ActorMark writer={by} size="small" />
          {kind === 'session' ? (
            <Link href={`/sessions/${key}`} className="underline decoration-line-2 hover:text-ink">
              {t('inSession')}
            </Link>
          ) : (
            <span className="min-w-0 truncate">
              <VisibleLabel text={actor(by)} />
            </span>
          )}
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate">
            <VisibleLabel text={names} />
          </span>
        </p>
        <h2 className="pt-1 text-[22px] leading-7 font-semibold tracking-[-0.015em] wrap-anywhere">
          <VisibleLabel text={words.title(group)} />
        </h2>
        {memories.length > 0 ? (
          <>
            <p className="pt-1 text-ink-2">{words.reasons(group) || t('levelOf.plain')}</p>
            <ButtonLink
              href={groupAddress(key, storeId)}
              variant={held.length > 0 ? 'secondary' : 'primary'}
              className="mt-3"
              stroke="enter"
            >
              {t('review', { count: memories.length })}
            </ButtonLink>
          </>
        ) : null}
      </header>
      <div className="grid gap-4 px-6 py-4 max-md:px-4">
        <Cache>{held.length > 0 ? <WaitingWrites held={held} storeOf={storeOf} /> : null}</Cache>
        {memories.length > 0 ? (
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-sheet shadow-[0_0_0_1px_var(--line-2)]">
            {memories.slice(0, MOST_SHOWN).map((memory) => (
              <PreviewRow key={memory.memoryId} memory={memory} />
            ))}
            {rest > 0 ? (
              <li className="px-3 py-2 text-ink-2">{t('andMore', { count: rest })}</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </>
  )
}

const SIGNS: Record<Level, [LucideIcon, string]> = {
  danger: [CircleAlert, 'text-removed'],
  look: [TriangleAlert, 'text-caution'],
  unknown: [ScanLine, 'text-caution'],
  plain: [Eye, 'text-ink-3'],
}

function PreviewRow({ memory: { path, level, signals } }: { memory: Marked }) {
  const t = useTranslations('Review')
  const words = useSignalWords()(signals)
  const [Sign, look] = SIGNS[level]
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Sign size={15} aria-hidden className={clsx('mt-0.5 shrink-0', look)} />
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs">
          <PathInLine path={path} />
        </span>
        <span className={clsx('block text-xs', level === 'danger' ? 'text-removed' : 'text-ink-2')}>
          {words.length > 0 ? words.join(', ') : t(`levelOf.${level}`)}
        </span>
      </span>
    </li>
  )
}
