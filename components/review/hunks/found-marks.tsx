import type { DiffLineRowProps } from '@/components/diff/diff-line-row'
import { CategoryIcon } from '@/components/findings/category-icon'
import { ruleWords } from '@/components/findings/rule-words'
import type { Texts } from '@/components/i18n/texts'
import type { DiffLine } from '@/lib/text/text-diff'
import { foundColumns } from './found-columns'
import { needsPerson, type ShownFinding } from './found-in-memory'

/** Returns the marks of a line with findings, in its gutter and in its text. */
export function foundMarks(
  t: Texts,
  line: DiffLine,
  found: readonly ShownFinding[],
): Pick<DiffLineRowProps, 'found' | 'gutter'> {
  if (line.kind !== 'added') return {}
  const reported = found.filter(
    ({ finding, at }) => needsPerson(finding) && foundColumns(at, line) !== null,
  )
  const first = reported[0]?.finding
  if (!first) return {}
  const words = [...new Set(reported.map(({ finding }) => ruleWords(t, finding.rule)))].join(', ')
  const label = t('Findings.mark', { rule: words })
  return {
    found: reported.flatMap(({ at }) => {
      const columns = foundColumns(at, line)
      return columns === null ? [] : [columns]
    }),
    gutter: (
      <span
        title={label}
        className="inline-flex h-[18px] w-6 items-center justify-center rounded-mark bg-caution-bg align-[-4px] text-caution shadow-[inset_0_0_0_1px_var(--caution)]"
      >
        <CategoryIcon category={first.category} size={12} />
        <span className="sr-only">{label}</span>
      </span>
    ),
  }
}
