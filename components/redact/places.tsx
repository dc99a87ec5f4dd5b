import { FileText, History, Library, type LucideIcon, Type } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FoundLine, PathThatFits, VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import type { Looked, LookedMemory } from './looked'

interface PlacesProps {
  looked: Looked
  stores: readonly { id: string; name: string }[]
}

/** Where a text stands: memories now with their lines, earlier versions, everything else by its kind. */
export function Places({ looked, stores }: PlacesProps) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const nameOf = new Map(stores.map(({ id, name }) => [id, name]))
  // Those of copies have the same paths.
  const isOfMany = new Set(looked.memories.map(({ storeId }) => storeId)).size > 1
  const others = looked.counts.filter(({ place }) => place.includes('.'))
  const now = looked.counts.find(({ place }) => place === 'memory')?.count ?? 0
  const past = looked.memories.length + looked.moreMemories - now
  const memories = (isNow: boolean) =>
    looked.memories
      .filter((each) => each.isNow === isNow)
      .map((each) => (
        <Memory
          key={each.memoryId}
          memory={each}
          storeName={looked.storeId === '' || isOfMany ? nameOf.get(each.storeId) : undefined}
        />
      ))
  return (
    <div className="min-w-0 pb-8">
      <Part Icon={FileText} kind="now" count={now}>
        {memories(true)}
      </Part>
      <Part Icon={History} kind="past" count={past}>
        {memories(false)}
      </Part>
      {looked.moreMemories > 0 ? (
        <p className="px-5 py-2 text-ink-3 max-md:px-4">
          {t('moreMemories', { count: looked.moreMemories })}
        </p>
      ) : null}
      <Part Icon={Type} kind="remark" count={others.length}>
        {others.map(({ place, count }) => (
          <div
            key={place}
            className="flex items-center gap-2 border-t border-line px-5 py-1.5 max-md:px-4"
          >
            {t(`of.${place.split('.')[0]}` as 'of.Store')}
            <span className="font-mono text-xs text-ink-3">{place.split('.')[1]}</span>
            <span className="ml-auto text-ink-3 tabular-nums">{format.number(count)}</span>
          </div>
        ))}
      </Part>
    </div>
  )
}

interface PartProps {
  Icon: LucideIcon
  kind: 'now' | 'past' | 'remark'
  /** of all places, which may be more than are listed */
  count: number
  children: readonly ReactNode[]
}

/** The places of a kind, and what follows for them. */
function Part({ Icon, kind, count, children }: PartProps) {
  const t = useTranslations('Redact')
  if (count === 0) return null
  return (
    <section aria-label={t(`kind_${kind}`)}>
      <header className="flex flex-wrap items-center gap-x-2 border-y border-line bg-well px-5 py-2 first:border-t-0 max-md:px-4">
        <Icon size={16} aria-hidden className="text-ink-3" />
        <h2 className="font-semibold">{t(`kind_${kind}`)}</h2>
        <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="ml-auto text-xs text-ink-2">{t(`follows_${kind}`)}</span>
      </header>
      {children}
    </section>
  )
}

function Memory({ memory, storeName }: { memory: LookedMemory; storeName: string | undefined }) {
  const t = useTranslations('Redact')
  const { memoryId, storeId, path, isDeleted, versions, lines, moreLines } = memory
  return (
    <article className="border-t border-line px-5 py-2 first-of-type:border-t-0 max-md:px-4">
      <h3 className="flex flex-wrap items-center gap-2">
        <Link
          href={`/stores/${storeId}?memory=${memoryId}`}
          className="min-w-0 truncate font-mono text-xs font-medium"
        >
          {path === null ? t('noPath') : <PathThatFits path={path} />}
        </Link>
        {isDeleted ? <Badge tone="plain">{t('deleted')}</Badge> : null}
        {storeName === undefined ? null : (
          <span className="flex min-w-0 items-center gap-1 text-xs text-ink-3">
            <Library size={12} aria-hidden />
            <VisibleLabel text={storeName} />
          </span>
        )}
        <span className="ml-auto text-xs text-ink-3 tabular-nums">
          {t('versions', { count: versions })}
        </span>
      </h3>
      <ol className="pt-1 font-mono text-code">
        {lines.map((line) => (
          <li key={line.line} className="flex py-0.5">
            <FoundLine {...line} look="bg-danger-bg text-removed" />
          </li>
        ))}
      </ol>
      {moreLines > 0 ? (
        <p className="pl-10 text-xs text-ink-3">{t('moreLines', { count: moreLines })}</p>
      ) : null}
    </article>
  )
}
