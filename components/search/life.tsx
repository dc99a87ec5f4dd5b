import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { NameInTheMiddle } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import { addressOf, type FoundMemory, type FoundStore, type Life } from './found'

/** When a text stood in a memory: filled while it does, hollow where it is gone. Words beside say the same. */
export function LifeBar({ lives, since, now }: { lives: readonly Life[]; since: Date; now: Date }) {
  const begin = Math.min(Number(since), Number(lives[0]?.from.at ?? now))
  const length = Math.max(Number(now) - begin, 1)
  const share = (time: Date) => (100 * (Number(time) - begin)) / length
  return (
    <span aria-hidden className="relative h-2 w-32 shrink-0 max-md:hidden">
      <span className="absolute inset-x-0 top-[3px] h-0.5 rounded-full bg-track" />
      {lives.map(({ from, until }) => (
        <span
          key={from.id}
          className={clsx(
            'absolute top-0.5 h-1.5 min-w-1 rounded-[2px]',
            until ? 'bg-sheet shadow-[inset_0_0_0_1.5px_var(--control)]' : 'bg-accent',
          )}
          style={{
            left: `min(${share(from.at)}%, 100% - 4px)`,
            width: `${share(until?.at ?? now) - share(from.at)}%`,
          }}
        />
      ))}
    </span>
  )
}

interface LifeOfTextProps {
  store: FoundStore
  hit: FoundMemory
  now: Date
}

/** Since when the text stands in a memory, or when it came and went, and by whom. */
export function LifeOfText({ store, hit, now }: LifeOfTextProps) {
  const t = useTranslations('Search')
  const name = hit.path?.slice(hit.path.lastIndexOf('/') + 1) ?? t('redactedPath')
  const ends = hit.lives.flatMap(({ from, until }, index) => [
    { end: from, word: index === 0 ? ('came' as const) : ('cameBack' as const) },
    ...(until ? [{ end: until, word: 'went' as const }] : []),
  ])
  return (
    <aside aria-label={t('preview')} className="border-l border-line bg-well max-lg:hidden">
      <div className="sticky top-(--head) grid gap-4 p-5">
        <header className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-mono text-xs font-medium">
            <NameInTheMiddle name={name} />
          </h2>
          {hit.isGone ? <Badge tone="plain">{t('gone')}</Badge> : null}
          <ButtonLink href={addressOf(store.id, hit)} size="small" stroke="enter">
            {t('open')}
          </ButtonLink>
        </header>
        {hit.lives.length > 0 ? <LifeBar lives={hit.lives} since={store.since} now={now} /> : null}
        {ends.map(({ end, word }) => (
          <section
            key={`${word} ${end.id}`}
            className="rounded-card bg-sheet p-3 shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <ActorMark writer={end.by} size="small" />
              <span className="font-medium">{t(word)}</span>
              <span className="text-ink-3">
                <Moment time={end.at} />, v{end.ordinal}
              </span>
              <Link
                href={`/stores/${store.id}?memory=${hit.id}&version=${end.id}`}
                className="ml-auto text-accent hover:underline"
              >
                {t('openChange')}
              </Link>
            </h3>
          </section>
        ))}
        {hit.lives.length === 0 ? <p className="text-ink-2">{t('standsNow')}</p> : null}
      </div>
    </aside>
  )
}
