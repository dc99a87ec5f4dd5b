import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { VisiblePath } from '@/components/content/visible-path'
import type { BusyMemory, ChangeFacets } from '@/lib/store/changes/change-facets'
import type { Operation } from '@/lib/store/model/memory-version'
import { plainName } from '@/lib/text/plain-text'
import { WriterMark } from '@/components/history/writer-mark'
import { actorTitle } from '@/components/history/actor-words'

export interface FacetChoice {
  store?: string | null
  operation?: Operation | null
  actor?: string | null
}

export interface LogFacetsProps {
  facets: ChangeFacets
  /** the memories that changed most */
  busiest: readonly BusyMemory[]
  chosen: FacetChoice
  /** names of actors, and of stores, by id */
  names: ReadonlyMap<string, string>
  stores: ReadonlyMap<string, string>
  /** the log with another choice */
  addressOf: (choice: FacetChoice) => string
}

const OPERATIONS: readonly Operation[] = ['created', 'modified', 'deleted']

/** Limit on the entries of a facet; the chosen one is listed besides. */
const MAX = 8

interface Entry {
  id: string
  mark: ReactNode
  label: ReactNode
  /** the label's text, shown whole on hover */
  title: string
  count: number
}

/** Lists the filters of the log, each with the number of changes that match it. */
export async function LogFacets(props: LogFacetsProps) {
  const { facets, busiest, chosen, names, stores, addressOf } = props
  const t = await texts()
  const format = await formats()
  const { countedPerStore, countedStores } = facets
  const actors = facets.actors.map(({ actor, count }) => ({
    id: actor.id,
    mark: <WriterMark actor={actor} names={names} size="small" isDecoration />,
    label: <VisibleLabel text={actorTitle(t, actor, names)} />,
    title: plainName(actorTitle(t, actor, names)),
    count,
  }))
  const ofStores = [...stores]
    .map(([id, name]) => ({
      id,
      mark: null,
      label: <VisibleLabel text={name} />,
      title: plainName(name),
      count: facets.stores.get(id) ?? 0,
    }))
    .sort((one, other) => other.count - one.count)
  const operations = OPERATIONS.map((operation) => ({
    id: operation,
    mark: <ChangeLetter kind={operation} label={t(`History.${operation}`)} />,
    label: t(`Log.${operation}`),
    title: t(`Log.${operation}`),
    count: facets.operations.get(operation) ?? 0,
  }))
  return (
    <aside
      aria-label={t('Log.facets')}
      className="grid min-w-0 basis-full grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-6 gap-y-3 pt-1"
    >
      <Facet
        name={t('Log.who')}
        entries={actors}
        chosen={chosen.actor ?? null}
        addressOf={(actor) => addressOf({ actor })}
      />
      <Facet
        name={t('Log.store')}
        entries={ofStores}
        chosen={chosen.store ?? null}
        addressOf={(store) => addressOf({ store })}
      />
      <Facet
        name={t('Log.what')}
        entries={operations}
        chosen={chosen.operation ?? null}
        addressOf={(id) =>
          addressOf({ operation: OPERATIONS.find((operation) => operation === id) ?? null })
        }
      />
      <BusiestMemories memories={busiest} />
      {countedPerStore === null ? null : (
        <p className="col-span-full px-2 text-xs text-ink-3">
          {countedStores === null
            ? t('Log.counted', { count: format.number(countedPerStore) })
            : t('Log.countedOf', {
                count: format.number(countedPerStore),
                stores: format.number(countedStores),
              })}
        </p>
      )}
    </aside>
  )
}

/** The memories that changed most, each a way to it. */
async function BusiestMemories({ memories }: { memories: readonly BusyMemory[] }) {
  const most = memories[0]?.count ?? 0
  if (most < 2) return null
  const t = await texts()
  const format = await formats()
  return (
    <section>
      <h2 className="mb-1 px-2 text-xs font-semibold text-ink-3">{t('Log.busiest')}</h2>
      <ul>
        {memories.map(({ memoryId, storeId, path, count }) => (
          <li key={memoryId}>
            <Link
              href={`/stores/${storeId}?memory=${memoryId}`}
              title={plainName(path)}
              className="flex h-7 items-center gap-2 rounded-control px-2 outline-offset-[-2px] hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">
                <VisiblePath path={path.slice(path.lastIndexOf('/') + 1)} />
              </span>
              <CountBar share={(100 * count) / most} />
              <span className="min-w-8 text-right text-xs text-ink-2 tabular-nums">
                {format.number(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A bar beside a count. `share`: of the largest count, in percent. */
function CountBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="h-1 w-10 shrink-0 rounded-full bg-track">
      <span
        className="block h-full rounded-full bg-control"
        style={{ width: `${Math.max(4, Math.round(share))}%` }}
      />
    </span>
  )
}

async function Facet({
  name,
  entries,
  chosen,
  addressOf,
}: {
  name: string
  entries: readonly Entry[]
  chosen: string | null
  addressOf: (id: string | null) => string
}) {
  const format = await formats()
  const shown = entries.filter(
    ({ id, count }, index) => id === chosen || (index < MAX && count > 0),
  )
  if (shown.length === 0) return null
  const most = Math.max(...shown.map(({ count }) => count), 1)
  return (
    <section>
      <h2 className="mb-1 px-2 text-xs font-semibold text-ink-3">{name}</h2>
      <ul>
        {shown.map(({ id, mark, label, title, count }) => (
          <li key={id}>
            <Link
              href={addressOf(id === chosen ? null : id)}
              scroll={false}
              title={title}
              aria-current={id === chosen ? 'true' : undefined}
              className={classNames(
                'flex h-7 items-center gap-2 rounded-control px-2 outline-offset-[-2px] max-md:h-10',
                id === chosen ? 'bg-selected font-medium' : 'hover:bg-hover',
              )}
            >
              {mark}
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <CountBar share={(100 * count) / most} />
              <span className="min-w-8 text-right text-xs text-ink-2 tabular-nums">
                {format.number(count)}
              </span>
              {id === chosen ? <X size={14} aria-hidden className="shrink-0" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
