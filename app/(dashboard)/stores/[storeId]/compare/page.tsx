import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { FileChanges } from '@/components/diff/file-changes'
import { formats, texts } from '@/components/i18n/server-texts'
import { Button, buttonLook } from '@/components/ui/button'
import { database } from '@/lib/db/database'
import type { MemoryStore } from '@/lib/store/memory-store'
import { netChanges } from '@/lib/store/net-changes'
import { storeMoment } from '@/lib/store/store-moment'
import { storeOf } from '../store-of'
import { fileChangesOf } from './file-changes-of'

export const dynamic = 'force-dynamic'

/** Memories whose differences stand on one page. */
const PAGE = 25

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/compare'>,
): Promise<Metadata> {
  const t = await texts()
  return { title: `${t('Changes.title')} · ${(await storeOf((await props.params).storeId)).name}` }
}

/** How a store differs between two moments: every memory that changed, with its difference. */
export default async function ComparePage(props: PageProps<'/stores/[storeId]/compare'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const [from, to] = await Promise.all([
    sequenceOf(store, search.from, 0),
    sequenceOf(store, search.to, store.lastSequence),
  ])
  const page = numberOf(search.page) ?? 0
  const net = await netChanges(database(), {
    storeId: store.id,
    from: { sequence: from },
    to: { sequence: to },
  })
  const shown = net.changes.slice(page * PAGE, (page + 1) * PAGE)
  const address = `/stores/${store.id}/compare?from=${from}&to=${to}`
  return (
    <div className="mx-auto max-w-5xl space-y-6 px-4 py-8">
      <header>
        <Link href={`/stores/${store.id}`} className="text-[13px] text-accent hover:underline">
          ← {store.name}
        </Link>
        <h1 className="text-xl font-semibold">{t('Changes.title')}</h1>
      </header>
      <Moments store={store} from={from} to={to} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status">{t('Changes.count', { count: net.changes.length })}</p>
        {net.changes.length > 0 && from < to && store.archivedAt === null ? (
          <Link
            href={`/stores/${store.id}/undo?from=${from}&to=${to}`}
            className={buttonLook({ size: 'small' })}
          >
            {t('Undo.theseChanges')}
          </Link>
        ) : null}
      </div>
      {net.redactedMemoryIds.length > 0 ? (
        <p className="text-attention">
          {t('Changes.redacted', { count: net.redactedMemoryIds.length })}
        </p>
      ) : null}
      <FileChanges
        label={t('Changes.title')}
        changes={await fileChangesOf(database(), store.id, shown)}
      />
      <nav aria-label={t('Changes.pages')} className="flex gap-4">
        {page > 0 ? (
          <Link href={`${address}&page=${page - 1}`}>{t('Changes.previous')}</Link>
        ) : null}
        {net.changes.length > (page + 1) * PAGE ? (
          <Link href={`${address}&page=${page + 1}`}>{t('Changes.next')}</Link>
        ) : null}
      </nav>
    </div>
  )
}

/** Which two moments: by their numbers, with their times beside them. */
async function Moments({ store, from, to }: { store: MemoryStore; from: number; to: number }) {
  const t = await texts()
  return (
    <form className="flex flex-wrap items-end gap-4">
      {(
        [
          ['from', from],
          ['to', to],
        ] as const
      ).map(([name, sequence]) => (
        <label key={name}>
          <span className="font-medium">{t(`Changes.${name}`)}</span>
          <input
            key={sequence}
            type="number"
            name={name}
            min={0}
            max={store.lastSequence}
            defaultValue={sequence}
            className="mt-1 block h-8 w-36 rounded-md border border-control bg-surface px-2 tabular-nums"
          />
          <span data-changes-with-time className="text-xs text-faint">
            <MomentTime store={store} sequence={sequence} />
          </span>
        </label>
      ))}
      <Button type="submit">{t('Changes.compare')}</Button>
      <Link
        href={`/stores/${store.id}/compare?from=${to}&to=${from}`}
        className={buttonLook({ look: 'quiet' })}
      >
        {t('Changes.swap')}
      </Link>
    </form>
  )
}

async function MomentTime({ store, sequence }: { store: MemoryStore; sequence: number }) {
  const t = await texts()
  const format = await formats()
  if (sequence >= store.lastSequence) return t('Time.now')
  const { at } = await storeMoment(database(), { storeId: store.id, sequence })
  return at === null
    ? t('Time.before')
    : format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The whole moment that an address names. */
async function sequenceOf(store: MemoryStore, value: unknown, otherwise: number): Promise<number> {
  const sequence = Math.min(numberOf(value) ?? otherwise, store.lastSequence)
  return (await storeMoment(database(), { storeId: store.id, sequence })).sequence
}

function numberOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
