import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { needsPerson, shownFindings } from './found-in-memory'

/**
 * Counts the open findings of a changeset, and the hunks that were not scanned: a changeset is
 * never called safe for having no findings. That none was found is not said beside hunks that ask
 * for attention for other reasons.
 */
export async function FoundFigure({ memories }: { memories: readonly ReviewedMemory[] }) {
  const t = await texts()
  const hunks = memories.flatMap((memory) => memory.hunks)
  const found = await Promise.all(
    memories.map((memory) =>
      shownFindings(
        memory,
        memory.hunks.flatMap(({ findings }) => findings),
      ),
    ),
  )
  const open = new Set(
    found.flat().flatMap(({ finding }) => (needsPerson(finding) ? finding.id : [])),
  ).size
  const isAsking = hunks.some(({ level }) => level !== 'none')
  const unscanned = hunks.filter(({ reasons }) => reasons.includes('unscanned')).length
  return (
    <>
      {open === 0 && isAsking ? null : (
        <span className={open > 0 ? 'text-caution' : undefined}>
          {t('Findings.found', { count: open })}
        </span>
      )}
      {unscanned > 0 ? (
        <span className="text-caution">{t('Findings.unscanned', { count: unscanned })}</span>
      ) : null}
    </>
  )
}
