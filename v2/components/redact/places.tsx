import { FileText, History, Library, Type } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { PathInLine, VisibleLabel, VisibleLine } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import type { Looked, LookedMemory } from './looked'

/** Where a text stands: memories now with their lines, earlier versions, everything else by its kind. */
export function Places({
  looked,
  stores,
}: {
  looked: Looked
  stores: readonly { id: string; name: string }[]
}) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const nameOf = new Map(stores.map(({ id, name }) => [id, name]))
  const now = looked.memories.filter(({ isNow }) => isNow)
  const past = looked.memories.filter(({ isNow }) => !isNow)
  const others = looked.counts.filter(({ place }) => place.includes('.'))
  const hasStores = looked.storeId === ''
  return (
    <div className="min-w-0 pb-8">
      <Part Icon={FileText} title={t('kind_now')} count={now.length} follows={t('follows_now')}>
        {now.map((memory) => (
          <Memory
            key={memory.id}
            memory={memory}
            storeName={hasStores ? nameOf.get(memory.storeId) : undefined}
          />
        ))}
      </Part>
      <Part Icon={History} title={t('kind_past')} count={past.length} follows={t('follows_past')}>
        {past.map((memory) => (
          <Memory
            key={memory.id}
            memory={memory}
            storeName={hasStores ? nameOf.get(memory.storeId) : undefined}
          />
        ))}
      </Part>
      {looked.moreMemories > 0 ? (
        <p className="px-5 py-2 text-ink-3 max-md:px-4">
          {t('moreMemories', { count: looked.moreMemories })}
        </p>
      ) : null}
      <Part
        Icon={Type}
        title={t('kind_remark')}
        count={others.length}
        follows={t('follows_remark')}
      >
        {others.map(({ place, count }) => (
          <div
            key={place}
            className="flex items-center gap-2 border-t border-line px-5 py-1.5 max-md:px-4"
          >
            <span className="font-mono text-xs">{place}</span>
            <span className="ml-auto text-ink-3 tabular-nums">{format.number(count)}</span>
          </div>
        ))}
      </Part>
    </div>
  )
}

function Part({
  Icon,
  title,
  count,
  follows,
  children,
}: {
  Icon: typeof FileText
  title: string
  count: number
  follows: string
  children: React.ReactNode
}) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <header className="flex flex-wrap items-center gap-x-2 border-y border-line bg-well px-5 py-2 first:border-t-0 max-md:px-4">
        <Icon size={16} aria-hidden className="text-ink-3" />
        <h2 className="font-semibold">{title}</h2>
        <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="ml-auto text-xs text-ink-2">{follows}</span>
      </header>
      {children}
    </section>
  )
}

function Memory({ memory, storeName }: { memory: LookedMemory; storeName: string | undefined }) {
  const t = useTranslations('Redact')
  const { id, storeId, path, isNow, versions, lines, moreLines } = memory
  return (
    <article className="border-t border-line px-5 py-2 first-of-type:border-t-0 max-md:px-4">
      <h3 className="flex flex-wrap items-center gap-2">
        <Link
          href={`/stores/${storeId}?memory=${id}`}
          className="min-w-0 truncate font-mono text-xs font-medium"
        >
          {path === null ? t('noPath') : <PathInLine path={path} />}
        </Link>
        {isNow || path !== null ? null : <Badge tone="plain">{t('deleted')}</Badge>}
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
        {lines.map(({ line, parts }) => (
          <li key={line} className="flex py-0.5">
            <span className="w-10 shrink-0 pr-3 text-right text-ink-3 tabular-nums">{line}</span>
            <span className="min-w-0 break-words whitespace-pre-wrap">
              {parts.map((part, index) =>
                part.isMatch ? (
                  <mark key={index} className="rounded-[2px] bg-danger-bg text-removed">
                    <VisibleLine line={part.text} />
                  </mark>
                ) : (
                  <VisibleLine key={index} line={part.text} />
                ),
              )}
            </span>
          </li>
        ))}
      </ol>
      {moreLines > 0 ? (
        <p className="pl-10 text-xs text-ink-3">{t('moreLines', { count: moreLines })}</p>
      ) : null}
    </article>
  )
}
