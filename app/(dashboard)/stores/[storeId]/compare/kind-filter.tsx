import { texts } from '@/components/i18n/server-texts'
import { ChangedLines } from '@/components/diff/changed-lines'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { KindTotal } from './kind-totals'

export interface KindFilterProps {
  kinds: readonly KindTotal[]
  /** null: all are shown */
  chosen: ChangeKind | null
  hrefOf: (kind: ChangeKind | null) => string
}

/**
 * Counts the memories and lines that differ, in total and by kind; each kind narrows the list to
 * itself.
 */
export async function KindFilter({ kinds, chosen, hrefOf }: KindFilterProps) {
  const t = await texts()
  const memories = kinds.reduce((sum, kind) => sum + kind.memories, 0)
  const present = kinds.filter((kind) => kind.memories > 0)
  return (
    <>
      <p role="status" className="text-title font-semibold">
        {t('Changes.count', { count: memories })}
      </p>
      {memories === 0 ? null : (
        <p className="text-xs text-ink-3">
          {kinds.some(({ lines }) => lines === null) ? (
            t('Changes.notCounted')
          ) : (
            <ChangedLines lines={sumOf(kinds)} />
          )}
        </p>
      )}
      {present.length < 2 ? null : (
        <nav aria-label={t('Changes.byKind')} className="mt-2 flex flex-wrap gap-1">
          <Link
            href={hrefOf(null)}
            aria-current={chosen === null ? 'true' : undefined}
            className={chipLook(chosen === null)}
          >
            {t('Changes.all')}
          </Link>
          {present.map(({ kind, memories: count }) => (
            <Link
              key={kind}
              href={hrefOf(kind)}
              aria-current={chosen === kind ? 'true' : undefined}
              className={chipLook(chosen === kind)}
            >
              <span aria-hidden className="inline-flex">
                <ChangeLetter kind={kind} label={t(`Changes.${kind}`)} />
              </span>
              {t(`Changes.count_${kind}`, { count })}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

const chipLook = (isChosen: boolean) =>
  classNames(
    'inline-flex h-6 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap tabular-nums max-md:h-9',
    isChosen ? 'bg-ink text-sheet' : 'bg-track text-ink-2 hover:text-ink',
  )

function sumOf(kinds: readonly KindTotal[]) {
  return kinds.reduce(
    (sum, { lines }) => ({
      added: sum.added + (lines?.added ?? 0),
      removed: sum.removed + (lines?.removed ?? 0),
    }),
    { added: 0, removed: 0 },
  )
}
