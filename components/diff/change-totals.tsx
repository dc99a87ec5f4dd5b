import { formats, texts } from '@/components/i18n/server-texts'
import type { LineCounts } from '@/lib/text/text-diff'
import { ChangedLines } from './changed-lines'

/** How many memories changed in one way. */
export interface KindTotal {
  kind: 'created' | 'modified' | 'renamed' | 'deleted'
  memories: number
  /** null: not counted */
  lines: LineCounts | null
}

/** The number of changes, by kind and in total. */
export async function ChangeTotals({ kinds }: { kinds: readonly KindTotal[] }) {
  const t = await texts()
  const together = sumOf(kinds)
  return (
    <section aria-label={t('Changes.summary')} className="text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {kinds.map(({ kind, ...total }) => (
          <Total key={kind} label={t(`Changes.${kind}`)} {...total} />
        ))}
        <Total label={t('Changes.together')} {...together} />
      </dl>
      {together.lines === null ? (
        <p className="mt-1 text-ink-3">{t('Changes.notCounted')}</p>
      ) : null}
    </section>
  )
}

async function Total({ label, memories, lines }: Omit<KindTotal, 'kind'> & { label: string }) {
  const format = await formats()
  return (
    <div>
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-base font-medium tabular-nums">{format.number(memories)}</dd>
      {memories === 0 || lines === null ? null : (
        <dd>
          <ChangedLines lines={lines} />
        </dd>
      )}
    </div>
  )
}

function sumOf(kinds: readonly KindTotal[]): Omit<KindTotal, 'kind'> {
  return kinds.reduce<Omit<KindTotal, 'kind'>>(
    (sum, { memories, lines }) => ({
      memories: sum.memories + memories,
      lines: sum.lines && lines && add(sum.lines, lines),
    }),
    { memories: 0, lines: { added: 0, removed: 0 } },
  )
}

function add(one: LineCounts, other: LineCounts): LineCounts {
  return { added: one.added + other.added, removed: one.removed + other.removed }
}
