import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { Finding } from '@/lib/review/model/finding'
import type { ScanSeverity } from '@/lib/scan/rules'
import { CategoryIcon } from './category-icon'

/** Grounds that differ in lightness too: full, tinted with a line, tinted, none. */
const LOOKS: Record<ScanSeverity, string> = {
  critical: 'bg-danger text-on-danger',
  high: 'bg-danger-bg text-removed shadow-[inset_0_0_0_1px_var(--danger-line)]',
  medium: 'bg-caution-bg text-caution',
  low: 'bg-well text-ink-2',
}

/** Marks what findings are about and how grave they are. */
export async function SeverityMark({ finding: { category, severity } }: { finding: Finding }) {
  const words = (await texts())(`Findings.severity_${severity}`)
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={classNames(
        'grid size-[22px] shrink-0 place-items-center rounded-[6px]',
        LOOKS[severity],
      )}
    >
      <CategoryIcon category={category} />
    </span>
  )
}
