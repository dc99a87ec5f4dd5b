import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { Finding } from '@/lib/review/model/finding'

/** The memory that a finding's own one repeats, if there is one. */
export async function OtherMemory({ finding: { storeId, other } }: { finding: Finding }) {
  if (other === null || other.path === null) return null
  const t = await texts()
  const { memoryId, path } = other
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      <Link
        href={`/stores/${storeId}?memory=${memoryId}`}
        className="underline decoration-line-2 hover:decoration-current"
      >
        {t.rich('Findings.other', { path: () => <VisiblePath path={path} /> })}
      </Link>
    </p>
  )
}
